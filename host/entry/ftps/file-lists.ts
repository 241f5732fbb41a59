import type { FtpsFile } from '../../domain/files/ftps-files.ts';

/** So long a file's date is shown with its time of day, as `ls` does. */
const recentMs = 180 * 86_400_000;

/** Names that a client can ask for; others would break the lines of a list, or lead out of the folder. */
export function isServable({ name }: FtpsFile): boolean {
  return !/[\p{Cc}/\\]/u.test(name) && !['', '.', '..'].includes(name);
}

/** As MDTM and MLSD write it, in UTC: 20260131235959. */
export function stamp(at: Date): string {
  return at.toISOString().replace(/\D/g, '').slice(0, 14);
}

/** What MLSD and MLST say of a file (RFC 3659), or of the folder. */
export function factsOf(file: FtpsFile | null): string {
  if (file === null) return 'type=dir;perm=el;';
  return `type=file;size=${file.size};modify=${stamp(file.modifiedAt)};perm=r;`;
}

/** What LIST says of a file: like `ls -l`, in UTC. */
export function longLine({ name, size, modifiedAt }: FtpsFile, now: number): string {
  const [, day = '', month = '', year = '', time = ''] = modifiedAt.toUTCString().split(' ');
  const isRecent = Math.abs(now - modifiedAt.getTime()) < recentMs;
  const date = `${month} ${day} ${isRecent ? time.slice(0, 5) : ` ${year}`}`;
  return `-r--r--r--   1 ftp      ftp      ${String(size).padStart(12)} ${date} ${name}`;
}
