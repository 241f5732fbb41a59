import { sql, type Kysely } from 'kysely';

/**
 * Keys by which a person's programs read one system (ACC-32). A key ends with the account and with the
 * membership by whose leave it was made: who comes back makes another. Its end is announced with the commit,
 * so that every host acts on it at once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table access_keys (
      id integer generated always as identity primary key,
      user_id integer not null references users (id) on delete cascade,
      system_id text not null references systems (id) on update cascade on delete cascade,
      name text not null check (char_length(name) between 1 and 100),
      key_hash bytea not null unique,
      begins_with text not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      last_used_at timestamptz,
      revoked_at timestamptz
    );
    create index access_keys_owner on access_keys (user_id, system_id);
    create index access_keys_system on access_keys (system_id);

    create function announce_ended_access_key() returns trigger language plpgsql as $$ begin
      perform pg_notify('console_access', json_build_object('accessKeyId', old.id)::text);
      return null;
    end $$;
    create trigger access_key_end_announced after update of revoked_at on access_keys
      for each row when (old.revoked_at is null and new.revoked_at is not null) execute function announce_ended_access_key();
    create trigger access_key_removal_announced after delete on access_keys
      for each row when (old.revoked_at is null) execute function announce_ended_access_key();

    create function end_access_keys_of_member() returns trigger language plpgsql as $$ begin
      update access_keys set revoked_at = now()
        where user_id = old.user_id and system_id = old.system_id and revoked_at is null;
      return null;
    end $$;
    create trigger membership_end_ends_keys after delete on memberships
      for each row execute function end_access_keys_of_member();

    create function end_access_keys_of_account() returns trigger language plpgsql as $$ begin
      update access_keys set revoked_at = now() where user_id = new.id and revoked_at is null;
      return null;
    end $$;
    create trigger account_end_ends_keys after update of activated on users
      for each row when (old.activated and not new.activated) execute function end_access_keys_of_account();
  `)
    .execute(db);
}
