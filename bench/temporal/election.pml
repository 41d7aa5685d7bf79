/* Leader election in a ring (Chang and Roberts): numbers go round, larger ones are stopped by none, and
   who gets its own is the leader. */
#define N 13
chan link[N] = [N] of { byte };
bool started[N];
byte leader = N;

active [N] proctype process()
{
  byte x;
  do
  :: atomic { !started[_pid] -> started[_pid] = true; link[_pid] ! _pid }
  :: atomic { started[_pid] && nempty(link[(_pid + N - 1) % N]) -> link[(_pid + N - 1) % N] ? x;
       if
       :: x > _pid -> link[_pid] ! x
       :: x < _pid -> skip
       :: x == _pid -> leader = _pid
       fi; x = 0 }
  od
}

ltl largest { [] (leader == N || leader == N - 1) }
ltl elected { <> (leader == N - 1) }
