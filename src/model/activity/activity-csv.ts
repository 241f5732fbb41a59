import { csvCell } from '../text/csv-cell.ts';
import type { TimeText } from '../time/time-text.ts';
import { type Change, type ChangeItem, knownItems } from '../changes/change.ts';
import { changeKinds } from '../changes/change-kinds.ts';
import type { FieldNote } from '../changes/field-note.ts';
import { authorText, changeText, itemText, type SiteNames } from './change-words.ts';

/** The columns after revision and time; the time column's name contains the offset. */
const columns = ['who', 'through', 'undoes', 'what', 'entity', 'id', 'name', 'before', 'after'] as const;

/**
 * Returns the header line of a file of changes; its times are `offset` ('±hh:mm') from UTC. It includes the
 * line end.
 */
export function activityHeader(offset: string): string {
  return `revision,timeUTC${offset},${columns.join(',')}\r\n`;
}

/**
 * Returns the lines of one change, with line ends: one per changed thing, or a single one if the items are
 * unknown.
 */
export function activityLines(change: Change, siteName: SiteNames, times: Pick<TimeText, 'stamp'>): string {
  const { revision, at, through, undoes } = change;
  const common = [String(revision), times.stamp(at), authorText(change), through, undoes === null ? '' : String(undoes)];
  const items = knownItems(change.items);
  const rows =
    items.length === 0 ? [[changeText(change, siteName), '', '', '', '', '']] : items.map((item) => cellsOf(item, siteName));
  return rows.map((cells) => `${[...common, ...cells].map(csvCell).join(',')}\r\n`).join('');
}

function cellsOf(item: ChangeItem, siteName: SiteNames): string[] {
  const { entity } = changeKinds[item.kind];
  return [itemText(item, siteName), entity, String(item.id), item.name, fieldsText(item.before), fieldsText(item.after)];
}

type Value = string | number | boolean | null | readonly number[] | FieldNote;
type Fields = Readonly<Record<string, Value>>;

/** Returns one field by its value, several by name and value: 'alias: Crest; enabled: true'; '' for null. */
function fieldsText(fields: Fields | null): string {
  const entries = Object.entries(fields ?? {}).map(([name, value]) => ({ name, text: valueText(value) }));
  return entries.length === 1 ? (entries[0]?.text ?? '') : entries.map(({ name, text }) => `${name}: ${text}`).join('; ');
}

/** Returns a value as text; for a field note only its text, because the line already has author and time. */
function valueText(value: Value): string {
  return typeof value === 'object' && value !== null && 'text' in value ? value.text : String(value ?? '');
}
