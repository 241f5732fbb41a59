import { sql, type Kysely } from 'kysely';

/**
 * Names that look alike count as one where they are new or changed: `vv` as `w` in usernames (ACC-25), and
 * serial numbers that differ only in case, width, dashes or characters that nobody sees (REG-22). Those that
 * were alike before stay.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ encoding: string; likeness: string }>`select getdatabaseencoding() as encoding,
    (select prosrc from pg_proc where oid = 'name_likeness(text)'::regprocedure) as likeness`.execute(db);
  const [{ encoding, likeness } = { encoding: '', likeness: '' }] = rows;
  const knowsLetters = encoding === 'UTF8';
  await sql
    .raw(`
    ${knowsLetters ? namesAlike(likeness) : ''}
    create function serial_likeness(typed text) returns text language sql immutable parallel safe as $$
      select ${knowsLetters ? seenSerial : 'lower(btrim(typed))'}
    $$;
    create index transmitters_likeness on transmitters (system_id, serial_likeness(serial_number));

    create function refuse_alike_serial() returns trigger language plpgsql as $$ begin
      if tg_op = 'UPDATE' and new.serial_number = old.serial_number and new.system_id = old.system_id then return null; end if;
      -- They change seldom: one at a time in a system, so that each sees what the one before it did.
      perform pg_advisory_xact_lock(7310446, hashtext(new.system_id));
      if exists (select from transmitters where system_id = new.system_id and id <> new.id
        and serial_likeness(serial_number) = serial_likeness(new.serial_number)) then
        raise exception 'this serial number is like another' using errcode = 'unique_violation',
          constraint = 'transmitters_serial_alike';
      end if;
      return null;
    end $$;
    create trigger transmitters_serial_alike after insert or update of serial_number, system_id on transmitters
      for each row execute function refuse_alike_serial();
  `)
    .execute(db);
}

/** The function as it was, and one step more. Its index is of what it answered: it is made again. */
function namesAlike(likeness: string): string {
  const looked = likeness.trim().replace(/^select\s+/, '');
  return `
    drop index users_likeness;
    create or replace function name_likeness(typed text) returns text language sql immutable parallel safe as $$
      select replace(${looked}, 'vv', 'w')
    $$;
    create index users_likeness on users (name_likeness(username));`;
}

/** Characters that nobody sees: those that Unicode ignores by default, except those used in words. */
const unseen = String.raw`[\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\U000e0000-\U000e0fff]`;
/** What is written for a hyphen: Unicode's punctuation of kind dash, and the minus. */
const dashes = String.raw`[\u058a\u05be\u1400\u1806\u2010-\u2015\u2043\u2053\u2212\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0]`;

const seenSerial = `regexp_replace(
        normalize(lower(normalize(regexp_replace(btrim(typed), '${unseen}', '', 'g'), nfkc)), nfkc), '${dashes}', '-', 'g')`;
