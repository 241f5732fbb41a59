import { sql, type Kysely } from 'kysely';

/**
 * One table of all names by which somebody logs in, usernames and emails together, so that nobody's username
 * is another's email: a trigger keeps it, and its key refuses the second. A name that two people had before
 * this rule belongs to neither (`user_id` null) until one of them gives it up; no row of `users` is touched.
 *
 * `login_name` is the one way in which names are folded. JavaScript folds some letters otherwise than a
 * database does, and a letter with an accent is one sign or two; NFKC also makes the wide and the small @ an
 * @.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create function login_name(typed text) returns text language sql immutable parallel safe as $$
      select case when getdatabaseencoding() = 'UTF8'
        then normalize(lower(normalize(btrim(typed), nfkc)), nfkc) else lower(btrim(typed)) end
    $$;

    create table login_names (
      name text primary key,
      user_id integer references users (id) on delete cascade
    );
    create index login_names_user on login_names (user_id);

    insert into login_names (name, user_id)
      select name, case when count(distinct id) = 1 then min(id) end
      from (select login_name(username) as name, id from users union select login_name(email), id from users) as held
      group by name;

    create function keep_login_names() returns trigger language plpgsql as $$
    declare
      held text[] := '{}';
      wanted text[] := '{}';
      given_up text;
      claimed text;
    begin
      -- Names change seldom: one at a time, so that each sees what the one before it did.
      perform pg_advisory_xact_lock(7310442);
      if tg_op <> 'INSERT' then held := array[login_name(old.username), login_name(old.email)]; end if;
      if tg_op <> 'DELETE' then wanted := array[login_name(new.username), login_name(new.email)]; end if;

      if tg_op <> 'DELETE' and wanted[1] <> all (held[1:1]) and position('@' in wanted[1]) > 0 then
        raise exception 'a username has no @' using errcode = 'check_violation', constraint = 'users_username_no_at';
      end if;

      foreach given_up in array held loop
        continue when given_up = any (wanted);
        delete from login_names where name = given_up and user_id = old.id;
        if not found then
          -- Two people had it: it goes to the one who is left, if that is one.
          update login_names set user_id = (
            select min(u.id) from users u
            where u.id <> old.id and given_up in (login_name(u.username), login_name(u.email)) having count(*) = 1
          ) where name = given_up and user_id is null;
        end if;
      end loop;

      for i in 1 .. coalesce(array_length(wanted, 1), 0) loop
        claimed := wanted[i];
        continue when claimed = any (held);
        insert into login_names (name, user_id) values (claimed, new.id) on conflict (name) do nothing;
        if not found and not exists (select from login_names where name = claimed and user_id = new.id) then
          raise exception 'this login name is taken' using errcode = 'unique_violation',
            constraint = case i when 1 then 'login_names_username' else 'login_names_email' end;
        end if;
      end loop;
      return null;
    end $$;
    create trigger users_login_names after insert or delete or update of username, email on users
      for each row execute function keep_login_names();
  `)
    .execute(db);
}
