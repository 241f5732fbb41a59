import { csvCell } from '../text/csv-cell.ts';
import type { TimeText } from '../time/time-text.ts';
import { type Change, type ChangeItem, knownItems } from '../changes/change.ts';
import { changeKinds } from '../changes/change-kinds.ts';
import type { FieldNote } from '../changes/field-note.ts';
import { authorText, changeText, itemText, type SiteNames } from './change-words.ts';

/**
 * The columns after the revision and the time. `activityHeader` names the time column, because its name
 * contains the offset.
 */
const columns = ['who', 'through', 'undoes', 'what', 'entity', 'id', 'name', 'before', 'after'] as const;

/**
 * Returns the header line of the CSV file of changes, with its line end. `offset` ('±hh:mm') is the offset of
 * the file's times from UTC.
 */
export function activityHeader(offset: string): string {
  return `revision,timeUTC${offset},${columns.join(',')}\r\n`;
}

/**
 * Returns a change as CSV lines with line ends: one line per known item, or a single line if there are none.
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

/**
 * Returns fields as text: only the value of a single field, 'alias: Crest; enabled: true' for several, '' for
 * null.
 */
function fieldsText(fields: Fields | null): string {
  const entries = Object.entries(fields ?? {}).map(([name, value]) => ({ name, text: valueText(value) }));
  return entries.length === 1 ? (entries[0]?.text ?? '') : entries.map(({ name, text }) => `${name}: ${text}`).join('; ');
}

/**
 * Returns a value as text. Of a field note, returns only the text, because the line already has author and
 * time.
 */
function valueText(value: Value): string {
  return typeof value === 'object' && value !== null && 'text' in value ? value.text : String(value ?? '');
}
