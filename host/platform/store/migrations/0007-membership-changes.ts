import { sql, type Kysely } from 'kysely';

/**
 * Every change of a membership, noted by the database itself, so that a host hears of one that another
 * process made and unmade between two looks. Without foreign keys: the note of a removed person or system
 * must outlive them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table membership_changes (
      id bigint generated always as identity primary key,
      user_id integer not null,
      system_id text not null,
      at timestamptz not null default clock_timestamp()
    );
    create index membership_changes_at on membership_changes (at);

    create function note_membership_change() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        insert into membership_changes (user_id, system_id) values (old.user_id, old.system_id);
      end if;
      if tg_op = 'INSERT' or (tg_op = 'UPDATE' and (new.user_id, new.system_id) <> (old.user_id, old.system_id)) then
        insert into membership_changes (user_id, system_id) values (new.user_id, new.system_id);
      end if;
      return null;
    end $$;
    create trigger membership_written after insert or delete or update of user_id, system_id, role_id on memberships
      for each row execute function note_membership_change();
  `)
    .execute(db);
}
