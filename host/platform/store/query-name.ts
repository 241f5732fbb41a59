/** Texts longer than this are not remembered, because statements of many rows are long and numerous. */
const longestKept = 2_000;
/**
 * The most tables that are named; further ones are called 'other', so that the number of metrics stays
 * limited.
 */
const mostTables = 100;

/**
 * Returns a function that names a statement by its verb and first table, such as 'select contacts', for
 * metrics of query times. Statements that read or write no rows get only their verb. The function remembers
 * up to `mostTexts` short texts.
 */
export function queryNames(mostTexts = 2_000): (text: string) => string {
  const known = new Map<string, string>();
  const tables = new Set<string>();
  const tableOf = (text: string): string | undefined => {
    const found = /\b(?:from|into|update|join|copy)\s+(?:only\s+)?(?:"?[a-z_]+"?\.)?"?([a-z_]+)/i.exec(text)?.[1];
    const table = found?.toLowerCase().replace(/_+$/, '');
    if (table === undefined || tables.has(table)) return table;
    if (tables.size >= mostTables) return 'other';
    tables.add(table);
    return table;
  };
  return (text) => {
    const isShort = text.length <= longestKept;
    const before = isShort ? known.get(text) : undefined;
    if (before !== undefined) return before;
    const verb = verbOf(text);
    const table = isOfRows(verb) ? tableOf(text) : undefined;
    const name = table === undefined ? verb : `${verb} ${table}`;
    if (isShort && known.size < mostTexts) known.set(text, name);
    return name;
  };
}

const verbs =
  'select insert update delete copy with merge begin start commit rollback savepoint release set show listen notify lock checkpoint'.split(
    ' ',
  );

const isOfRows = (verb: string): boolean => ['select', 'insert', 'update', 'delete', 'copy', 'with', 'merge'].includes(verb);

function verbOf(text: string): string {
  const first = /^(?:\s|\/\*[^*]*\*\/|--[^\n]*\n)*([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? '';
  return verbs.includes(first) ? first : 'other';
}
