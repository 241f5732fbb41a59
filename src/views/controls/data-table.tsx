import { TextField } from '@adobe/react-spectrum/TextField';
import { Fragment, type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { VisuallyHidden } from 'react-aria/VisuallyHidden';
import { Cell, Column, Row, Table, TableBody, TableHeader } from 'react-aria-components/Table';
import { namingColumn, type PageSize, searchRestMs, type TableState } from '../../model/tables/table-address.ts';
import { pageHolding } from '../../model/tables/new-row.ts';
import { foldedColumns, type RowColumn, sortAfterPress, tablePage } from '../../model/tables/table-rows.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import { Pager } from './pager.tsx';
import { RowCheckbox } from './row-checkbox.tsx';
import { SortHeading } from './sort-heading.tsx';
import { SortPicker } from './sort-picker.tsx';
import { TableBar } from './table-bar.tsx';
import { useMedia } from './use-media.ts';
import { useTyping } from './use-typing.ts';
import styles from './data-table.module.css';
import rowStyles from './row.module.css';

/** A column. `cell` draws its cells if they are more than text. */
export type DataColumn<Of> = RowColumn<Of> & { cell?: (row: Of, rows: readonly Of[]) => ReactNode };

type Props<Of> = {
  /** What the rows are, for screen readers: 'Animals'. */
  label: string;
  columns: readonly [DataColumn<Of>, ...DataColumn<Of>[]];
  rows: readonly Of[];
  state: TableState;
  /** The page sizes to offer; by default, the usual ones. */
  sizes?: readonly PageSize[];
  /** Called with 'replace' for a search or selection, which Back does not undo. */
  onChange: (next: (before: TableState) => TableState, how?: 'push' | 'replace') => void;
  /** Shown if the table has no rows at all. */
  empty: ReactNode;
  /** The actions on selected rows; null if rows cannot be selected. */
  chosen: null | { actions: (ids: readonly number[]) => ReactNode };
  /** The id of the row that is being changed. */
  busyId?: number | null;
  /** The id of the row that this page has just created. The table shows and marks it (REG-32). */
  newId?: number | null;
  /** Rows are 49 px high (spec: the tags), otherwise 40. */
  isTall?: boolean;
  /** Fills the last cell of each row. */
  rowActions: null | ((row: Of) => ReactNode);
  /** Shown to the right of the search. */
  toolbar: ReactNode;
};

/**
 * A registry's table (REG-19): search, natural sorting, selection and pages are all in the address, and the
 * keyboard works as in an ARIA grid. On a phone a row takes two lines.
 */
export function DataTable<Of extends { id: number }>(props: Props<Of>) {
  const { label, columns, rows, state, onChange, empty, chosen, rowActions, toolbar } = props;
  const isNarrow = useMedia('(width < 900px)');
  const { sort, search, selected } = state;
  const newId = props.newId ?? null;
  const shown = useMemo(() => tablePage(rows, columns, state), [rows, columns, state]);
  const there = useMemo(() => selected.filter((id) => rows.some((row) => row.id === id)), [rows, selected]);
  const naming = namingColumn(columns);
  const change = (part: Partial<TableState>, how: 'push' | 'replace' = 'replace'): void =>
    onChange((before) => ({ ...before, ...part }), how);
  /**
   * The page to open when the search is cleared: the one with the new row if the search hid it, otherwise the
   * first.
   */
  const goal = useRef(1);
  const [typed, type] = useTyping(searchRestMs, (text) => {
    change({ search: text, page: text === '' ? goal.current : 1 });
    goal.current = 1;
  });
  const holder = pageHolding(rows, columns, state, newId);
  const [hidden, setHidden] = useState<{ id: number; search: string } | null>(null);
  if (newId !== null && holder === 0 && hidden?.id !== newId) setHidden({ id: newId, search });
  const isHidden = hidden?.search === search && pageHolding(rows, columns, state, hidden.id) === 0;
  const hiddenRow = isHidden ? rows.find(({ id }) => id === hidden.id) : undefined;
  const turnTo = useEffectEvent(() => {
    if (holder !== null && holder > 0 && holder !== shown.page) change({ page: holder });
  });
  const isHeld = holder !== null && holder > 0;
  // Turn to the new row's page only once, so that the person can leave it.
  useEffect(() => {
    if (isHeld) turnTo();
  }, [newId, isHeld]);
  const [isUnfolded, setUnfolded] = useState(() => columns.some(({ id, fold }) => fold !== undefined && id === sort.by));
  // Fold no columns on a phone: it shows no headings, and empty cells take no space there.
  const drawn = useMemo(
    () => (isNarrow ? columns : foldedColumns(columns, rows, isUnfolded)),
    [columns, rows, isUnfolded, isNarrow],
  );
  const content = (column: DataColumn<Of>, row: Of): ReactNode =>
    column.cell?.(row, rows) ?? (isNarrow ? (column.alone ?? column.text)(row) : <Words>{column.text(row)}</Words>);
  const choose = (keys: 'all' | Set<unknown>): void => {
    const inSight = shown.rows.map(({ id }) => id);
    const kept = there.filter((id) => !inSight.includes(id));
    change({ selected: [...kept, ...inSight.filter((id) => keys === 'all' || keys.has(id))] });
  };
  // Deselect rows that have disappeared, so that a row that returns, as after an undo, is not selected.
  const hasDeparted = there.length < selected.length;
  const deselect = useEffectEvent(() => change({ selected: there }));
  useEffect(() => {
    if (hasDeparted) deselect();
  }, [hasDeparted]);
  return (
    <>
      <div className={styles.toolbar}>
        {rows.length === 0 ? null : (
          <TextField
            label="Search"
            type="search"
            value={typed ?? search}
            maxLength={100}
            width={isNarrow ? '100%' : 'size-2400'}
            onChange={type}
          />
        )}
        {isNarrow && rows.length > 0 ? (
          <SortPicker columns={columns} sort={sort} onChange={(chosen) => change({ sort: chosen })} />
        ) : null}
        <span className={styles.end}>{toolbar}</span>
      </div>
      {there.length === 0 || chosen === null ? null : (
        <TableBar
          label={`Selected ${label.toLowerCase()}`}
          text={`${there.length} selected`}
          action="Clear selection"
          onAction={() => change({ selected: [] })}
        >
          {chosen.actions(there)}
        </TableBar>
      )}
      {hiddenRow === undefined ? null : (
        <TableBar
          text={`The search hides ${naming.text(hiddenRow)}, which you just added.`}
          action={`Show ${naming.text(hiddenRow)}`}
          onAction={() => {
            goal.current = pageHolding(rows, columns, { ...state, search: '' }, hiddenRow.id) ?? 1;
            type('');
            change({ search: '', page: goal.current });
          }}
        />
      )}
      {rows.length === 0 ? (
        empty
      ) : shown.rows.length === 0 ? (
        <Notice level={3} title="Nothing matches the search" action={<Button onPress={() => type('')}>Clear search</Button>} />
      ) : (
        <div className={styles.frame} data-tall={props.isTall ?? false}>
          <Table
            aria-label={label}
            className={styles.table ?? ''}
            selectionMode={chosen === null ? 'none' : 'multiple'}
            selectedKeys={there}
            onSelectionChange={choose}
            sortDescriptor={{ column: sort.by, direction: sort.direction }}
            onSortChange={({ column }) => change({ sort: sortAfterPress(columns, sort, String(column)), page: 1 })}
          >
            <TableHeader>
              {chosen === null ? null : (
                <Column className={styles.check ?? ''}>
                  <RowCheckbox>Select all</RowCheckbox>
                </Column>
              )}
              {drawn.map((column) =>
                'label' in column ? (
                  <Column
                    key={column.id}
                    id={column.id}
                    allowsSorting
                    isRowHeader={column === naming}
                    className={styles.heading ?? ''}
                    data-number={column.isNumber ?? false}
                  >
                    {({ sortDirection }) => <SortHeading label={column.label} direction={sortDirection} />}
                  </Column>
                ) : (
                  <Column key={column.fold} id={column.fold} className={`${styles.heading} ${styles.fold}`}>
                    <Button rank="quiet" aria-expanded={column.isOpen} onPress={() => setUnfolded(!column.isOpen)}>
                      {column.fold}
                      <span aria-hidden="true">{column.isOpen ? '‹' : '›'}</span>
                    </Button>
                  </Column>
                ),
              )}
              {rowActions === null ? null : (
                <Column className={styles.actions ?? ''}>
                  <VisuallyHidden>Actions</VisuallyHidden>
                </Column>
              )}
            </TableHeader>
            <TableBody>
              {shown.rows.map((row) => (
                <Row
                  key={row.id}
                  id={row.id}
                  textValue={naming.text(row)}
                  className={`${rowStyles.row} ${styles.row}`}
                  data-busy={row.id === props.busyId || undefined}
                  data-new={row.id === newId || undefined}
                >
                  {chosen === null ? null : (
                    <Cell className={styles.check ?? ''}>
                      <RowCheckbox name={naming.text(row)} />
                    </Cell>
                  )}
                  {drawn.map((column) =>
                    'label' in column ? (
                      <Cell
                        key={column.id}
                        className={`${styles.cell} ${column === naming ? styles.name : ''}`}
                        data-number={column.isNumber ?? false}
                      >
                        {column === naming ? (
                          <span className={styles.nameText}>
                            {content(column, row)}
                            {row.id === newId ? <NewMark /> : null}
                          </span>
                        ) : (
                          content(column, row)
                        )}
                      </Cell>
                    ) : (
                      <Cell key={column.fold} className={styles.cell ?? ''}>
                        {null}
                      </Cell>
                    ),
                  )}
                  {rowActions === null ? null : <Cell className={styles.actions ?? ''}>{rowActions(row)}</Cell>}
                </Row>
              ))}
            </TableBody>
          </Table>
        </div>
      )}
      {rows.length === 0 ? null : (
        <Pager
          {...shown}
          size={state.size}
          isCounted={search !== ''}
          {...(props.sizes === undefined ? {} : { sizes: props.sizes })}
          onPage={(page) => change({ page }, 'push')}
          onSize={(size) => change({ size, page: 1 })}
        />
      )}
    </>
  );
}

/** The length of the longest word that never breaks: one of 50 letters would make the table scroll. */
const longestWhole = 24;

/** Breaks text only between words: browsers would also break '2026-05-01' after its hyphens (LOOK-41). */
function Words({ children }: { children: string }) {
  return children.split(' ').map((word, at) => (
    <Fragment key={at}>
      {at === 0 ? '' : ' '}
      {word.length > longestWhole ? word : <span className={styles.word}>{word}</span>}
    </Fragment>
  ));
}

/**
 * Marks a new row and scrolls to it. It is hidden from screen readers, which read the message with the row's
 * name.
 */
function NewMark() {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    mark.current?.closest('tr')?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <span ref={mark} className={styles.new} aria-hidden="true">
      New
    </span>
  );
}
