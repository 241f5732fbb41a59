import { useSelector } from '@xstate/react';
import { type ReactNode, useMemo, useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { FileExportRef } from '../../machines/file-export/file-export-machine.ts';
import type { StatsRequestRef } from '../../machines/stats-request/stats-request-machine.ts';
import { receiverStatuses } from '../../model/entities/receiver.ts';
import { selectedSystem } from '../../model/journal/read-models/account.ts';
import { siteColourMap } from '../../model/statistics/fleet-looks.ts';
import {
  antennaColumns,
  antennaRows,
  beaconColumns,
  beaconTableRows,
  efficiencyLevel,
  efficiencyText,
  type StatsFleet,
  type StatusChip,
  type BeaconTableRow,
  statusChip,
} from '../../model/statistics/stats-tables.ts';
import { namingColumn, type TableState } from '../../model/tables/table-address.ts';
import { tableCsv, tableFileName } from '../../model/tables/table-file.ts';
import { Button } from '../controls/button.tsx';
import { Card } from '../controls/card.tsx';
import { type DataColumn, DataTable } from '../controls/data-table.tsx';
import { LoadFailure } from '../controls/load-failure.tsx';
import { Notice } from '../controls/notice.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { type StatusLook, StatusMark } from '../controls/status-mark.tsx';
import { SaveFile } from '../session/save-file.tsx';
import { useReadModel } from '../session/session-actors.tsx';
import type { ShownAnswer } from '../session/use-answer.ts';
import { useTimes } from '../session/use-host-clock.ts';
import { useStats } from './use-stats.ts';
import styles from './stats.module.css';

const chipLooks: Record<StatusChip, StatusLook> = { ONLINE: 'online', OPEN: 'open', OFFLINE: 'offline', DISABLED: 'disabled' };

/** Returns the columns. The status column shows chips instead of text. */
function withChips<Row extends { chip: StatusChip }>(
  columns: readonly [DataColumn<Row>, ...DataColumn<Row>[]],
): [DataColumn<Row>, ...DataColumn<Row>[]] {
  const cell = ({ chip }: Row): ReactNode => <StatusMark status={chipLooks[chip]} text={chip} />;
  const drawn = (column: DataColumn<Row>): DataColumn<Row> => (column.id === 'status' ? { ...column, cell } : column);
  const [first, ...others] = columns;
  return [drawn(first), ...others.map(drawn)];
}

const beaconCells = withChips(
  beaconColumns.map((column) =>
    column.id === 'efficiency' ? { ...column, cell: ({ efficiency }) => <Efficiency of={efficiency} /> } : column,
  ) as [DataColumn<ReturnType<typeof beaconTableRows>[number]>],
);

/** How much each antenna of each receiver heard. */
export function AntennaTable(props: { actor: StatsRequestRef; onExplore: (rxId: number, antenna: number) => void }) {
  const { actor, onExplore } = props;
  const fleet = useStatsFleet(actor);
  const asked = useStats(actor, 'perAntenna');
  const { answer } = asked;
  const rows = useMemo(() => (answer === null ? null : antennaRows(answer, fleet)), [answer, fleet]);
  const stage = useSelector(actor, stageOf);
  const times = useTimes();
  const columns = useMemo(() => {
    const written = (ts: number, length: number): string => `${times.stamp(ts).slice(0, length)} ${times.zone(ts)}`;
    return withChips(
      antennaColumns(
        (ts) => written(ts, 19),
        (ts) => written(ts, 16),
      ),
    );
  }, [times]);
  return (
    <StatsTable
      title="Antenna status"
      about="Noise share: the contacts that fit no transmitter in use."
      what="antenna"
      columns={columns}
      rows={rows}
      asked={asked}
      stage={stage}
      rowActions={({ rxId, receiver, antenna }) =>
        antenna === null ? null : (
          <Button
            rank="quiet"
            aria-label={`Explore contacts of ${receiver}, antenna ${antenna}`}
            onPress={() => onExplore(rxId, antenna)}
          >
            Explore
          </Button>
        )
      }
    />
  );
}

/** How well each antenna heard each beacon (STAT-8). */
export function BeaconTable({ actor, onExplore }: { actor: StatsRequestRef; onExplore: (row: BeaconTableRow) => void }) {
  const fleet = useStatsFleet(actor);
  const asked = useStats(actor, 'beacons');
  const { answer } = asked;
  const rows = useMemo(() => (answer === null ? null : beaconTableRows(answer, fleet)), [answer, fleet]);
  const stage = useSelector(actor, stageOf);
  return (
    <StatsTable
      title="Beacon status"
      what="beacon"
      columns={beaconCells}
      rows={rows}
      asked={asked}
      stage={stage}
      rowActions={(row) => (
        <Button
          rank="quiet"
          aria-label={`Explore contacts of ${row.receiver}, antenna ${row.antenna}, beacon ${row.beaconName}`}
          onPress={() => onExplore(row)}
        >
          Explore
        </Button>
      )}
    />
  );
}

function stageOf(snapshot: SnapshotFrom<StatsRequestRef>): TableProps<never>['stage'] {
  if (snapshot.hasTag('asked')) return 'asked';
  return snapshot.hasTag('opening') ? 'opening' : 'unasked';
}

/** Shows an efficiency in the colours of STAT-11, and as a number. */
function Efficiency({ of }: { of: number | null }) {
  if (of === null) return efficiencyText(of);
  return (
    <span className={`strong ${styles.efficiency}`} data-level={efficiencyLevel(of)}>
      {efficiencyText(of)}
    </span>
  );
}

function useStatsFleet(actor: StatsRequestRef): StatsFleet {
  const looks = useReadModel(({ fleet }) => siteColourMap(fleet));
  const receivers = useReadModel(({ fleet }) => fleet.receivers);
  const rxIds = useSelector(actor, ({ context }) => context.asked?.rxIds ?? null);
  const { answer: states } = useStats(actor, 'states');
  return useMemo(() => {
    const chipOf = (rxId: number): StatusChip => {
      const receiver = receivers[rxId];
      return statusChip(receiver?.status ?? receiverStatuses.offline, receiver?.enabled ?? true);
    };
    const sinceOf = (rxId: number): number | null => receivers[rxId]?.statusTime ?? states?.[rxId] ?? null;
    return { looks, rxIds: [...looks.keys()].filter((id) => rxIds === null || rxIds.includes(id)), chipOf, sinceOf };
  }, [looks, receivers, rxIds, states]);
}

type TableProps<Row> = {
  title: string;
  /** Explains the table's figures. */
  about?: string;
  what: 'antenna' | 'beacon';
  columns: [DataColumn<Row>, ...DataColumn<Row>[]];
  rows: readonly Row[] | null;
  asked: ShownAnswer<unknown>;
  /**
   * Whether the answer was requested ('asked'), will be as soon as the page has opened ('opening'), or
   * neither ('unasked').
   */
  stage: 'asked' | 'opening' | 'unasked';
  rowActions?: (row: Row) => ReactNode;
};

function StatsTable<Row extends { id: number }>(props: TableProps<Row>) {
  const { title, about, what, columns, rows, asked, stage, rowActions } = props;
  const [state, setState] = useState<TableState>({
    search: '',
    sort: { by: namingColumn(columns).id, direction: 'ascending' },
    page: 1,
    size: 10,
    selected: [],
  });
  const system = useReadModel(({ account }) => selectedSystem(account)?.commonName ?? '');
  const times = useTimes();
  const empty = (
    <Notice level={3} title={`No ${what} data available.`}>
      {`Select receivers and request stats to view ${what} status.`}
    </Notice>
  );
  const save = (now: number, fileExport: FileExportRef): void => {
    const name = tableFileName(system, title.toLowerCase(), times.stamp(now));
    const file = { name, mimeType: 'text/csv;charset=utf-8', parts: [tableCsv(rows ?? [], columns, state)] };
    fileExport.send({ type: 'file.save', file });
  };
  return <Card title={title}>{content()}</Card>;

  function content(): ReactNode {
    if (stage === 'unasked') return empty;
    if (stage === 'asked' && asked.isFailed)
      return <LoadFailure title="An error occurred" failure={asked.failure} onRetry={asked.again} />;
    if (rows === null) return <Skeleton label={`Loading the ${what} status`} bars={5} barHeight={40} />;
    return (
      <>
        {about === undefined || rows.length === 0 ? null : <p className="quiet">{about}</p>}
        <DataTable
          label={title}
          columns={columns}
          rows={rows}
          state={state}
          onChange={(next) => setState(next)}
          empty={empty}
          chosen={null}
          rowActions={rowActions ?? null}
          toolbar={rows.length === 0 ? null : <SaveFile label="Export CSV" save={save} />}
        />
      </>
    );
  }
}
