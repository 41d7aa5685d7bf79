:- module(saved, []).
spec_trans(root,'$initialise_machine(int(0))',0).
spec_trans(0, op(int(1),[a,b]) , s1).
spec_trans(s1,'say(\'it''s\')',0).
other(1,2).
