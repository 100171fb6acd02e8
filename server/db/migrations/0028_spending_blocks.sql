-- What blocks a person's spending, and until when. A change of a proven wallet blocks the coin it is paid in.
create table spending_block (
  tg_user_id bigint not null references tg_user,
  -- Empty where it blocks every coin.
  coin_type text not null,
  cause text not null check (cause in ('walletChanged', 'emailChanged', 'codeRecovered')),
  until timestamptz not null,
  primary key (tg_user_id, coin_type, cause)
);
-- A block names no cause so far; the message about it does, which was queued with it.
insert into spending_block (tg_user_id, coin_type, cause, until)
select tg_user_id, '', coalesce((
    select case n.kind when 'emailChanged' then 'emailChanged' else 'codeRecovered' end
    from notification n
    where n.tg_user_id = u.tg_user_id and n.kind in ('emailChanged', 'securityCodeRecovered')
      and n.created_at >= u.spending_blocked_until - interval '24 hours 1 minute'
    order by n.created_at desc limit 1), 'walletChanged'), spending_blocked_until
from tg_user u where spending_blocked_until is not null;
alter table tg_user drop column spending_blocked_until;
