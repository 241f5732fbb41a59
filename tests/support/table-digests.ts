import { rowsOf } from './database-attacks.ts';

/** Returns a digest and the number of rows of each table in the database at `url`. */
export async function tableDigests(url: string): Promise<Record<string, string>> {
  const tables = await rowsOf<{ name: string }>(
    url,
    `select oid::regclass::text as name from pg_class
      where relkind in ('r', 'p') and relnamespace in ('public'::regnamespace, 'jobs'::regnamespace)`,
  );
  const digests: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await rowsOf<{ digest: string }>(
      url,
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(found::text), '' order by md5(found::text))), '') as digest from ${name} as found`,
    );
    digests[name] = row?.digest ?? '';
  }
  return digests;
}
