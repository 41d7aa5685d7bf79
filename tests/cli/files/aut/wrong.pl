spec_trans(root,'INITIALISATION',0).
spec_trans(0,'i',1).
