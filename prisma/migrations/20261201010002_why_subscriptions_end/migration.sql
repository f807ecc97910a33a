-- Whether a canceled subscription was canceled because a payment could not be collected, not because somebody wanted it.
alter table organization add column subscription_unpaid boolean not null default false;
