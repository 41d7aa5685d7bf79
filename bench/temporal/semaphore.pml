/* A semaphore: nothing but strong fairness sees to it that each process gets it. */
#define N 9
byte state[N];
bool taken;

active [N] proctype process()
{
  do
  :: atomic { state[_pid] == 0 -> state[_pid] = 1 }
  :: atomic { state[_pid] == 1 && !taken -> state[_pid] = 2; taken = true }
  :: atomic { state[_pid] == 2 -> state[_pid] = 3; taken = false }
  :: atomic { state[_pid] == 3 -> state[_pid] = 0 }
  od
}

/* Strong fairness of get and weak fairness of put, for process 0; the others may stay outside. */
#define can_get (state[0] == 1 && !taken)
ltl served { (([]<> can_get) -> ([]<> (state[0] == 2))) && ([]<> !taken) ->
             [] (state[0] == 1 -> <> (state[0] == 2)) }
