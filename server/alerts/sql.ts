/** Index of all statements: alert_state_pkey. */

/** Returns the state if this server sends now. $1 holder, $2 seconds. */
export const CLAIM = `
  insert into alert_state as a (holder, held_until) values ($1, now() + make_interval(secs => $2))
  on conflict (id) do update set holder = excluded.holder, held_until = excluded.held_until
   where a.holder = excluded.holder or a.held_until < now()
  returning a.state`;

/** $1 holder, $2 state. */
export const SAVE = `update alert_state set state = $2 where id and holder = $1`;

/** Another server may send at once. $1 holder. */
export const RELEASE = `update alert_state set held_until = now() where id and holder = $1`;

/** The state while a server sends. */
export const READ = `select state from alert_state where id and state is not null and held_until > now() - interval '10 minutes'`;
