import { sql, type Kysely } from 'kysely';

/**
 * Several signing keys at once, by purpose: the newest signs, one that was superseded still verifies what it
 * signed. And role 0 is no longer a role of a system: it was the host's operator by mistake. Who had it keeps
 * all rights in the system as its owner, which the host's log tells.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table signing_keys
      add column purpose text not null default 'token' check (purpose in ('token', 'device')),
      add column superseded_at timestamptz;
    -- Only the oldest that was not retired has ever signed.
    update signing_keys set superseded_at = now() where retired_at is not null or id <> (
      select id from signing_keys where retired_at is null order by created_at limit 1
    );
    create unique index signing_keys_current on signing_keys (purpose) where superseded_at is null;

    insert into security_notes (event)
      select jsonb_build_object('event', 'role.changed', 'userId', user_id, 'mitasId', system_id, 'role', 1,
        'by', 'migration 0015: role 0 is no role of a system, its holder is now the owner')
      from memberships where role_id = 0 order by user_id, system_id;
    update memberships set role_id = 1 where role_id = 0;
    alter table memberships drop constraint memberships_role_id_check;
    alter table memberships add constraint memberships_role_id_check check (role_id between 1 and 4);
  `)
    .execute(db);
}
