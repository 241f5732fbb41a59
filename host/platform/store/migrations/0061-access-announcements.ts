import { sql, type Kysely } from 'kysely';

/**
 * A session that ends and a standing that changes are announced with the commit, whoever wrote it, so that
 * every host acts on it at once (ACC-19).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create function announce_ended_session() returns trigger language plpgsql as $$ begin
      perform pg_notify('console_access', json_build_object('sessionId', new.id)::text);
      return null;
    end $$;
    create trigger session_end_announced after update of ended_at on sessions
      for each row when (old.ended_at is null and new.ended_at is not null) execute function announce_ended_session();

    create function announce_membership_change() returns trigger language plpgsql as $$ begin
      perform pg_notify('console_access', json_build_object('userId', new.user_id, 'mitasId', new.system_id)::text);
      return null;
    end $$;
    create trigger membership_change_announced after insert on membership_changes
      for each row execute function announce_membership_change();
  `)
    .execute(db);
}
