-- Whether somebody has ever proven another wallet is asked before each proof.
create index wallet_ever_proven on wallet (tg_user_id, type) where proven_at is not null;
