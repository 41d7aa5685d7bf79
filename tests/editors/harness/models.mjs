// Models for scenarios: a small project of machines that refer to each other.

export const COUNTER = `/* Counts up to a limit. */
MACHINE Counter(limit)
CONSTRAINTS limit : 1..10
SETS MODE = {idle, busy}
CONSTANTS step
PROPERTIES step : 1..2
VARIABLES count, mode
INVARIANT count : 0..limit + 2 & mode : MODE
INITIALISATION count, mode := 0, idle
OPERATIONS
  /* One step further. */
  inc = PRE count < limit THEN count := count + step || mode := busy END;
  reset = BEGIN count := 0 || mode := idle END;
  n <-- value = n := count;
  jump(by) = PRE by : 1..3 & count + by <= limit THEN count := count + by END
END
`;

export const DESK = `MACHINE Desk
INCLUDES Counter(5)
VARIABLES waiting
INVARIANT waiting : NATURAL & (mode = idle => count = 0)
INITIALISATION waiting := 0
OPERATIONS
  call = SELECT count < 3 THEN inc || waiting := waiting + 1 END;
  go(k) = PRE k : 1..2 & count + k <= 5 THEN jump(k) END
END
`;

export const USER = `MACHINE User
SEES Desk
VARIABLES seen
INVARIANT seen : BOOL
INITIALISATION seen := bool(waiting > 0)
OPERATIONS look = seen := bool(waiting > 1)
END
`;

/** Three machines, of which each refers to the one before. */
export const PROJECT = { "Counter.mch": COUNTER, "Desk.mch": DESK, "User.mch": USER };

export const CHANNELS = `-- A buffer with one place.
datatype Item = small | large
channel put, get : Item

-- Holds one item.
HOLD = put?x -> get!x -> HOLD
TWO(n) = n < 2 & put?x -> TWO(n + 1)
assert HOLD :[deadlock free [F]]
`;

export const VALVE = `machine valve
variables open
invariants
  @inv1 open ∈ BOOL
events
  event INITIALISATION
    then
      @act1 open ≔ FALSE
  end
  event turn
    where
      @grd1 open = FALSE
    then
      @act1 open ≔ TRUE
  end
end
`;
