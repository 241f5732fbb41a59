import { sql, type Kysely } from 'kysely';

/**
 * What a registration goes through (ACC-24, ACC-26): links that complete an account, that set a password and
 * that confirm an email, each for one purpose; no version before this one wrote others than those that
 * unsubscribe. A mail that holds such a link loses it once it was sent (MAIL-20). And nobody's new username
 * looks like another's (ACC-25), whichever way it is written.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    delete from account_tokens where purpose in ('verify', 'invite');
    alter table account_tokens
      drop constraint account_tokens_purpose_check,
      add constraint account_tokens_purpose_check check (purpose in ('complete', 'reset', 'email', 'unsubscribe')),
      add column email text,
      add column verified_at timestamptz,
      drop column used_at,
      add constraint account_tokens_email check ((purpose = 'email') = (email is not null));
    -- Who was let in and has not completed their profile: not who was put out since.
    alter table users add column awaits_completion boolean not null default false;
    create index registration_requests_open on registration_requests (login_name(email)) where approved_at is null;
    create index registration_requests_created on registration_requests (created_at);

    alter table mail_outbox add column holds_link boolean not null default false;
    create function erase_sent_link() returns trigger language plpgsql as $$ begin
      new.body_text := 'This mail held a link for its reader alone. It was erased when the mail was sent.';
      new.body_html := null;
      return new;
    end $$;
    create trigger mail_link_erased before update of state on mail_outbox
      for each row when (new.holds_link and new.state = 'sent') execute function erase_sent_link();
  `)
    .execute(db);
  const { rows } = await sql<{ encoding: string }>`select getdatabaseencoding() as encoding`.execute(db);
  const skeleton = rows[0]?.encoding === 'UTF8' ? likeness() : 'login_name(typed)';
  await sql
    .raw(`
    create function name_likeness(typed text) returns text language sql immutable parallel safe as $$ select ${skeleton} $$;
    create index users_likeness on users (name_likeness(username));

    -- After users_login_names, which has names change one at a time.
    create function refuse_alike_name() returns trigger language plpgsql as $$ begin
      if (tg_op = 'INSERT' or login_name(new.username) <> login_name(old.username))
        and exists (select from users where name_likeness(username) = name_likeness(new.username) and id <> new.id) then
        raise exception 'this username looks like another' using errcode = 'unique_violation', constraint = 'users_username_alike';
      end if;
      return null;
    end $$;
    create trigger users_username_alike after insert or update of username on users
      for each row execute function refuse_alike_name();
  `)
    .execute(db);
}

/** SQL of what a name looks like: its letters, each as the one that it is taken for. */
function likeness(): string {
  const words = alike.split(' ').map((word) => Array.from(word));
  const from = words.flatMap(([, ...letters]) => letters).join('');
  const to = words.flatMap(([looked = '', ...letters]) => letters.map(() => looked)).join('');
  return `replace(lower(translate(normalize(btrim(typed), nfkc), '${from}', '${to}')), 'rn', 'm')`;
}

/**
 * Each word is a letter or digit and those that are taken for it: what Unicode's table of confusable
 * characters (UTS #39) maps one to one, of the scripts that are in everyday use and as NFKC leaves it.
 */
const alike =
  '2\u01a7\ua644\ua75a 3\u01b7\u021c\u0417\u04e0\ua76a\ua7ab 5\u01bc 6\u0431 8\u0222\u0223\u09ea\u0a6a ' +
  '9\u09ed\u0a67\u0b68\u0d6d\ua76e A\u0391\u0410 B\u0392\u0412\ua7b4 C\u0421 E\u0395\u0415 F\u03dc\ua798 G\u050c ' +
  'H\u0397\u041d J\u037f\u0408\ua7b2 K\u039a\u041a M\u039c\u03fa\u041c N\u039d ' +
  'O0\u039f\u041e\u0555\u09e6\u0b20\u0b66\u12d0 P\u03a1\u0420 R\u01a6 S\u0405\u054f T\u03a4\u0422 U\u054d\u1200 ' +
  'V\u0474\u0667\u06f7 W\u051c X\u03a7\u0425\ua7b3 Y\u03a5\u0423\u04ae Z\u0396 a\u0251\u03b1\u0430 b\u0184\u042c ' +
  'c\u0441\u1d04 d\u0501 e\u0435\u04bd\uab32 f\u0584\u1e9d\ua799\uab35 g\u018d\u0261\u0581\u1d83 h\u04bb\u0570 ' +
  'i\u0131\u0269\u026a\u03b9\u0456\u04cf\ua647 j\u03f3\u0458 ' +
  'l1I\u0196\u01c0\u0399\u0406\u04c0\u05d5\u05df\u0627\u0661\u06f1 n\u0578\u057c ' +
  'o\u03bf\u03c3\u043e\u0585\u05e1\u0647\u0665\u06be\u06c1\u06d5\u06f5\u0966\u0a66\u0ae6\u0be6\u0c66\u0ce6\u0d20\u0d66\u0e50\u0ed0\u101d\u1040\u10ff\u1d0f\u1d11\uab3d ' +
  'p\u03c1\u0440 q\u051b\u0563\u0566 r\u0433\u1d26\uab47\uab48 s\u01bd\u0455\ua731 ' +
  'u\u028b\u03c5\u057d\u1d1c\ua79f\uab4e\uab52 v\u03bd\u0475\u05d8\u1d20 w\u026f\u0461\u051d\u0561\u1d21 x\u0445 ' +
  'y\u0263\u028f\u03b3\u0443\u04af\u10e7\u1d8c\u1eff\uab5a z\u1d22 \u00c5\u0226 \u00de\u03f7 \u00df\u03b2\ua7b5 ' +
  '\u00e5\u0227 \u00fe\u01bf\u03f8 \u0102\u01cd \u0103\u01ce \u0114\u011a \u0115\u011b \u011e\u01e6 \u011f\u01e7 ' +
  '\u0123\u01f5 \u012c\u01cf \u012d\u01d0 \u0138\u03ba\u043a\u1d0b \u014e\u01d1 \u014f\u01d2 \u0162\u021a \u016c\u01d3 ' +
  '\u016d\u01d4 \u0185\u044c \u0186\u03fd\u2183 \u018f\u04d8 \u0190\u0510 \u01a8\u1d24\ua645 \u01a9\u03a3 ' +
  '\u01ab\u0163\u021b \u01dd\u0259\u04d9 \u01f6\u050a \u021d\u0292\u04e1\u10f3\ua76b \u0237\u0575 ' +
  '\u0245\u039b\u041b\u0668\u06f8 \u024b\u1d90 \u0254\u037b\u1d10\u2184 \u025c\u0437\u1d08 \u0262\u050d ' +
  '\u0270\u057a\u1223 \u0272\u0146 \u0278\u03c6\u0444 \u0283\uab4d \u028c\u1d27 \u028d\u043c\u1d0d \u0298\ua668 ' +
  '\u0299\u0432 \u029a\ua79d \u029c\u043d \u0393\u0413 \u03a0\u041f \u03a6\u0424\u0553\u1240 \u03a8\u0470 ' +
  '\u03c0\u043f\u1d28 \u03c2\u03db \u03c7\uab53\uab55 \u03c8\u0471 \u03c9\ua64d\ua7b7 \u040d\u0419 \u0418\u0376 ' +
  '\u0439\u045d \u043b\u1d2b \u0459\uab60 \u04b6\u04cb \u04b7\u04cc \u0548\u1260 \u0559\u02bf \u0571\u1294 ' +
  '\u0629\u00f6\u06c3 \u0641\u06a7 \u0643\u06a9\u06aa \u0648\u08b1 \u0649\u064a\u066e\u06ba\u06cc\u06d2\u08bd ' +
  '\u0662\u06f2\ua9cf \u0663\u06f3 \u0664\u06f4 \u0666\u06f6 \u0669\u06f9\u0967 \u067b\u06d0 \u06a1\u066f\u08bb\u08bc ' +
  '\u06ac\u0762 \u06af\u08b0 \u06c0\u06c2 \u0754\u0767\u08a9 \u093d\u0abd \u0968\u0ae8 \u0969\u0ae9 \u096a\u0aea ' +
  '\u096e\u0aee \u0971\u0d4e \u0b85\u0bee \u0b88\u0bb0 \u0b89\u0be8\u0d09 \u0b8e\u0bed \u0b90\u0b9c\u0d1c \u0b95\u0be7 ' +
  '\u0b9a\u0bea \u0ba3\u0d23 \u0baf\u0bf0 \u0bb4\u0d34 \u0bb6\u0d36 \u0c05\u0c85 \u0c06\u0c86 \u0c07\u0c87 \u0c12\u0c92 ' +
  '\u0c1c\u0c9c \u0c1e\u0c9e \u0c23\u0ca3 \u0c2f\u0caf \u0c31\u0cb1 \u0c32\u0cb2 \u0c67\u0ce7 \u0c68\u0ce8 \u0c6f\u0cef ' +
  '\u0d1e\u0d61 \u0d30\u0d31 \u0da2\u0dea \u0daf\u0deb \u0e02\u0e03 \u0e04\u0e14\u0e15 \u0e06\u0e21 \u0e08\u0e88 ' +
  '\u0e0a\u0e0b \u0e0e\u0e0f \u0e11\u0e17 \u0e1a\u0e9a \u0e1b\u0e9b \u0e1d\u0e9d \u0e1e\u0e9e \u0e1f\u0e9f \u0e20\u0e26 ' +
  '\u0e22\u0e8d \u0e32\u0e45 \u0f62\u0f6a \u1041\u1065 \u1206\u0544 \u1261\u054c \u12ae\u053b \u1323\u054a \u13ef\u1ff6 ' +
  '\u17a2\u17a3 \u1d0e\u0377\u0438 \u1d18\u1d29 \u1d19\u044f \u1d1b\u03c4\u0442 \u1e9f\u03b4\u056e \u2c75\u0370 ' +
  '\u3078\u30d8 \u30fc\ua7f7 \u4e8c\u30cb \u4ebb\u30a4 \u516b\u30cf \u529b\u30ab \u535c\u30c8 \u53e3\u30ed \u5915\u30bf ' +
  '\u5de5\u30a8 \ua4d5\ua7b1 \ua4e4\ua79e \ua64c\ua7b6 \ua727\ua795 \ua73e\u03ff \ua73f\u037d \ua779\ua77a \ua786\u10a0 ' +
  '\ua792\u0404 \ua793\u025b\u03b5\u0454\u0511 \uab51\u1e43';
