-- Wallets on TON's masterchain stay bound and are not paid: their owners are told, once.
insert into notification (notification_id, tg_user_id, kind, params, is_warning, created_at, next_attempt_at)
select
  'masterchain-' || wallet_id,
  tg_user_id,
  'walletUnpayable',
  jsonb_build_object('type', type, 'address', address, 'walletId', wallet_id),
  true,
  created_at,
  created_at
from wallet
where type = 'Ton' and unbound_at is null and address_key like '-1:%';
