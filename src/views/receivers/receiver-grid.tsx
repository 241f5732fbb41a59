import { useMemo } from 'react';
import { GridList, GridListItem } from 'react-aria-components/GridList';
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer';
import { shown } from '../../machines/journal/journal-selectors.ts';
import { receiversBySite } from '../../model/journal/read-models/fleet-selectors.ts';
import { type ColumnId, columnIds, columnLabels } from '../../model/receivers/columns.ts';
import {
  type ListRow,
  haveSameIds,
  isUnfiltered,
  matchingIds,
  nothingFound,
  rowsOf,
} from '../../model/receivers/receiver-rows.ts';
import type { ReceiversState } from '../../model/receivers/receivers-address.ts';
import { Notice } from '../controls/notice.tsx';
import { RowCheckbox } from '../controls/row-checkbox.tsx';
import { SortHeading } from '../controls/sort-heading.tsx';
import { useMedia } from '../controls/use-media.ts';
import { useReadModel, useSession } from '../session/session-actors.tsx';
import * as cells from './receiver-cells.tsx';
import { useReceiver } from './receivers-screen.tsx';
import { LevelLegend } from './level-bar.tsx';
import { StatusCell } from './status-cell.tsx';
import rowStyles from '../controls/row.module.css';
import styles from './grid.module.css';
import { SiteRow } from './site-row.tsx';

type Props = {
  state: ReceiversState;
  onSelect: (rxIds: readonly number[]) => void;
  onSort: (by: ColumnId) => void;
};

const nothingYet = { title: 'No receivers to show', text: 'Create a site, then its receivers.' };
const numbers: readonly ColumnId[] = ['memory', 'voltage', 'firmware'];
const rowHeights = { comfortable: 40, compact: 28 } as const;
/** The assumed height (px) of a receiver's card on a phone until it is measured. */
const cardHeight = 120;

/**
 * Lists receivers by site (FLEET-1). Only visible rows exist, a row keeps its identity while its receiver
 * changes, and each cell reads only what it shows from the read models (SPEED-10).
 */
export function ReceiverGrid({ state, onSelect, onSort }: Props) {
  const { journal } = useSession();
  const isCards = useMedia('(width < 900px)');
  const groups = useReadModel(({ fleet }) => receiversBySite(fleet));
  const matching = useReadModel(({ fleet }) => (isUnfiltered(state) ? null : matchingIds(fleet, state)), haveSameIds);
  const { sort, group } = state;
  const rows = useMemo(
    () => rowsOf(groups, matching, sort, shown(journal.getSnapshot()).fleet.receivers, group),
    [groups, matching, sort, group, journal],
  );
  const shownIds = useMemo(() => rows.flatMap((row) => (row.kind === 'receiver' ? [row.id] : [])), [rows]);
  const siteKeys = useMemo(() => rows.filter(({ kind }) => kind === 'site').map(({ key }) => key), [rows]);
  const selectedKeys = useMemo(() => state.selected.map((id) => `receiver ${id}`), [state.selected]);
  const layoutOptions = useMemo(
    () => (isCards ? { estimatedRowSize: cardHeight } : { rowSize: rowHeights[state.density] }),
    [isCards, state.density],
  );
  if (rows.length === 0) {
    const { title, text } = matching === null ? nothingYet : nothingFound(state);
    return (
      <Notice level={3} title={title}>
        {text}
      </Notice>
    );
  }
  return (
    <div className={styles.table} data-density={state.density} data-group={group}>
      {isCards ? null : <Headings sort={sort} onSort={onSort} />}
      {/* Render a new list for a new layout, because the measurements of the old list are wrong then. */}
      <Virtualizer key={`${isCards ? 'cards' : state.density} ${group}`} layout={ListLayout} layoutOptions={layoutOptions}>
        <GridList
          aria-label={group === 'none' ? 'Receivers in one list' : 'Receivers by site'}
          className={styles.grid ?? ''}
          items={rows}
          selectionMode="multiple"
          selectedKeys={selectedKeys}
          disabledKeys={siteKeys}
          disabledBehavior="selection"
          onSelectionChange={(keys) => onSelect(idsOf(keys, state.selected, shownIds))}
        >
          {group === 'none' ? OneListRow : Row}
        </GridList>
      </Virtualizer>
      <LevelLegend />
    </div>
  );
}

/**
 * Returns the ids of the selected receivers: those of the selected rows, and those selected before that are
 * not shown.
 */
function idsOf(keys: 'all' | Set<unknown>, before: readonly number[], shownIds: readonly number[]): readonly number[] {
  const inSight = new Set(shownIds);
  const kept = before.filter((id) => !inSight.has(id));
  return [...kept, ...shownIds.filter((id) => keys === 'all' || keys.has(`receiver ${id}`))];
}

function Row(row: ListRow) {
  return row.kind === 'site' ? <SiteItem id={row.key} siteId={row.id} /> : <ReceiverItem id={row.key} rxId={row.id} />;
}

function OneListRow(row: ListRow) {
  return row.kind === 'site' ? <></> : <ReceiverItem id={row.key} rxId={row.id} hasSite />;
}

/** Screen readers read a site's row by the site's name, so only a new name redraws it. */
function SiteItem({ id, siteId }: { id: string; siteId: number | null }) {
  const name = useReadModel(({ fleet }) => (siteId === null ? undefined : fleet.sites[siteId]?.alias)) ?? 'Without a site';
  return (
    <GridListItem id={id} textValue={name} className={`${rowStyles.row} ${styles.item}`}>
      <SiteRow siteId={siteId} />
    </GridListItem>
  );
}

function ReceiverItem({ id, rxId, hasSite = false }: { id: string; rxId: number; hasSite?: boolean }) {
  const alias = useReceiver(rxId, (rx) => rx.alias) ?? '';
  return (
    <GridListItem id={id} textValue={alias} className={`${rowStyles.row} ${styles.item}`}>
      <ReceiverCells rxId={rxId} hasSite={hasSite} />
    </GridListItem>
  );
}

function ReceiverCells({ rxId, hasSite }: { rxId: number; hasSite: boolean }) {
  return (
    <div className={styles.row}>
      <SelectCell rxId={rxId} />
      <cells.ColourCell rxId={rxId} />
      <cells.NameCell rxId={rxId} hasSite={hasSite} />
      <StatusCell rxId={rxId} isInList />
      <cells.HealthCell rxId={rxId} />
      <cells.AddressCell rxId={rxId} />
      <cells.ModelCell rxId={rxId} />
      <cells.MemoryCell rxId={rxId} />
      <cells.VoltageCell rxId={rxId} />
      <cells.FirmwareCell rxId={rxId} />
      <cells.HeardCell rxId={rxId} />
      <cells.ContactCell rxId={rxId} />
      <cells.EnabledCell rxId={rxId} />
      <cells.MenuCell rxId={rxId} />
    </div>
  );
}

function SelectCell({ rxId }: { rxId: number }) {
  const alias = useReceiver(rxId, (rx) => rx.alias);
  return (
    <span className={styles.check}>
      <RowCheckbox name={alias} />
    </span>
  );
}

/** Heads the columns and sorts by them. */
function Headings(props: { sort: ReceiversState['sort']; onSort: (by: ColumnId) => void }) {
  const { by, direction } = props.sort;
  return (
    <div className={styles.headings} role="group" aria-label="Sort by">
      <span data-area="check" />
      <span data-area="colour" />
      {columnIds.map((id) => (
        <button
          key={id}
          type="button"
          className={styles.heading}
          data-area={id}
          data-number={numbers.includes(id)}
          aria-pressed={by === id}
          aria-label={by === id ? `${columnLabels[id]}, sorted ${direction}` : columnLabels[id]}
          onClick={() => props.onSort(id)}
        >
          <SortHeading label={columnLabels[id]} direction={by === id ? direction : undefined} />
        </button>
      ))}
      <span data-area="menu" />
    </div>
  );
}
