/* Philosophers round a table: each takes the fork with the lesser number first, eats, and puts both
   down at once. */
#define N 10
#define LOW(p) (((p) + 1) % N < (p) -> ((p) + 1) % N : (p))
#define HIGH(p) (((p) + 1) % N < (p) -> (p) : ((p) + 1) % N)
byte state[N];
bool taken[N];

active [N] proctype philosopher()
{
  do
  :: atomic { state[_pid] == 0 -> state[_pid] = 1 }
  :: atomic { state[_pid] == 1 && !taken[LOW(_pid)] -> state[_pid] = 2; taken[LOW(_pid)] = true }
  :: atomic { state[_pid] == 2 && !taken[HIGH(_pid)] -> state[_pid] = 3; taken[HIGH(_pid)] = true }
  :: atomic { state[_pid] == 3 ->
       state[_pid] = 0; taken[_pid] = false; taken[(_pid + 1) % N] = false }
  od
}

ltl exclusive { [] !(state[0] == 3 && state[1] == 3) }
ltl again { ([]<> (state[0] == 3)) -> ([]<> (state[0] == 0)) }
ltl served { [] (state[0] == 3 -> <> (state[0] == 0)) }
