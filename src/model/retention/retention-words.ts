import { type DataSort, dataSorts, keptOf, type RetentionFields, sortNames } from '../entities/retention.ts';

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Returns text such as 'contacts'. */
export function sortText(sort: DataSort): string {
  return dataSorts[sort].name.toLowerCase();
}

/** Returns the name of the data that a deletion removes: 'contacts before 1 March 2026 (UTC)'. */
export function beforeText(sort: DataSort, before: number): string {
  return `${sortText(sort)} before ${dayFormat.format(before)} (UTC)`;
}

/** Returns text such as '1,234,567'. */
export function countText(count: number): string {
  return count.toLocaleString('en');
}

/** Returns text such as '8 April 2026, 09:00 UTC'. */
export function timeText(time: number): string {
  return `${dayFormat.format(time)}, ${new Date(time).toISOString().slice(11, 16)} UTC`;
}

/** Returns text such as '365 days' or 'forever'. */
export function daysText(days: number | null): string {
  return days === null ? 'forever' : `${countText(days)} days`;
}

type Words = { verb: string; object: string };

/** Returns words such as 'changed', 'how long contacts are kept, from forever to 365 days'. */
export function retentionChangedWords(before: RetentionFields, after: RetentionFields): Words {
  const changed = sortNames.filter((sort) => sort in after);
  const parts = changed.map((sort) => {
    const [from, to] = [before, after].map((fields) => daysText(keptOf(fields, sort).days));
    return `${sortText(sort)} are kept, from ${from} to ${to}`;
  });
  return { verb: 'changed', object: `how long ${parts.join('; ')}` };
}

/** Returns the words for an announced deletion, or for one that was withdrawn. */
export function announcedWords(before: RetentionFields, after: RetentionFields): Words {
  for (const sort of sortNames) {
    const { announced } = keptOf(after, sort);
    if (announced === null) continue;
    const what = `${beforeText(sort, announced.before)} on ${timeText(announced.on)} (${countText(announced.count)})`;
    return { verb: 'announced', object: `the deletion of ${what}` };
  }
  const called = sortNames.flatMap((sort) => {
    const { announced } = keptOf(before, sort);
    return announced === null ? [] : [beforeText(sort, announced.before)];
  });
  return { verb: 'called off', object: `the deletion of ${called.join(', ') || 'data'}` };
}

/** Returns the words for a deletion, which cannot be undone. */
export function deletedWords(after: RetentionFields): Words {
  const gone = sortNames.flatMap((sort) => {
    const { deleted } = keptOf(after, sort);
    return deleted === null ? [] : [`${beforeText(sort, deleted.before)} (${countText(deleted.count)})`];
  });
  return { verb: 'deleted', object: `${gone.join(', ') || 'data'}, which cannot be undone` };
}
