/* Peterson's algorithm for several processes: a ladder of levels; at each the last one that has come
   waits as long as another is at the same level or above. */
#define N 5
#define TOP (N - 1)
#define BELOW(q, p) ((q) == (p) || level[q] < level[p])
byte place[N], level[N], latest[N];

active [N] proctype process()
{
  do
  :: atomic { place[_pid] == 0 -> place[_pid] = 1; level[_pid] = level[_pid] + 1 }
  :: atomic { place[_pid] == 1 -> place[_pid] = 2; latest[level[_pid]] = _pid }
  :: atomic { place[_pid] == 2 && (latest[level[_pid]] != _pid
        || (BELOW(0, _pid) && BELOW(1, _pid) && BELOW(2, _pid) && BELOW(3, _pid) && BELOW(4, _pid))) ->
       if :: level[_pid] == TOP -> place[_pid] = 3 :: else -> place[_pid] = 0 fi }
  :: atomic { place[_pid] == 3 -> place[_pid] = 0; level[_pid] = 0 }
  od
}

ltl exclusive { [] !(place[0] == 3 && place[1] == 3) }
ltl served { [] (level[0] == 1 -> <> (place[0] == 3)) }
