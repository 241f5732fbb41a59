import { type ReactNode, memo } from 'react';
import { Link } from 'wouter';
import { setReceiverEnabled } from '../../model/journal/edits.ts';
import { modelName, receiverModels, receiverStatusName } from '../../model/entities/receiver.ts';
import { pointStyleOf } from '../../model/journal/read-models/fleet-selectors.ts';
import {
  type Level,
  memoryLevel,
  memoryUsedPercent,
  percentText,
  receiverHealth,
  receiverHealthHint,
  receiverHealthTexts,
  voltageLevel,
  voltageText,
} from '../../model/entities/receiver-health.ts';
import {
  addressText,
  columnLabels,
  firmwareText,
  isRunning,
  lastContactOf,
  noCardText,
  unknownModelText,
} from '../../model/receivers/columns.ts';
import { type LevelBar as Bar, memoryBar, voltageBar } from '../../model/receivers/level-bars.ts';
import { relativeTime } from '../../model/time/relative-time.ts';
import { EnabledSwitch } from '../controls/enabled-switch.tsx';
import { type StatusLook, statusLooks } from '../controls/status-mark.tsx';
import { Swatch } from '../controls/swatch.tsx';
import { MoreIcon } from '../controls/tool-icons.tsx';
import { useReadModel } from '../session/session-actors.tsx';
import { useIsReplay } from '../session/use-is-replay.ts';
import { UnsavedMark } from '../session/unsaved-mark.tsx';
import { LevelBar, LevelMark } from './level-bar.tsx';
import { PencilButton, RowButton, RowControl } from './row-button.tsx';
import { ListedSnooze } from './snooze-cell.tsx';
import { useEdit, useNow, useReceiver, useReceiversScreen } from './receivers-screen.tsx';
import styles from './cells.module.css';

type CellProps = { rxId: number };

const healthLook = { disabled: null, pass: null, warn: 'warning', error: 'offline' } as const;
/** The most characters of health text that fit on one line of its column. */
const oneLine = 11;
const levelLook = { good: null, low: 'warning', bad: 'offline' } as const;

/** One value of a receiver, with a label for people who cannot see the column's heading. */
export function Cell(props: { area: string; label?: string | undefined; title?: string | undefined; children: ReactNode }) {
  return (
    <span className={styles.cell} data-area={props.area} style={{ ['--area' as string]: props.area }} title={props.title}>
      {props.label === undefined ? null : <span className={styles.cellLabel}>{props.label} </span>}
      {props.children}
    </span>
  );
}

/** A word whose explanation appears on hover, press or Enter. */
function Hint({ rxId, word, text }: CellProps & { word: string; text: string }) {
  const { openBeside } = useReceiversScreen();
  return (
    <RowButton
      className={styles.hint}
      label={`${word}: ${text}`}
      onPress={(element) => openBeside({ kind: 'hint', id: rxId, element, text })}
    >
      {word}
    </RowButton>
  );
}

/** The receiver's colour. A press lets editors choose another. */
export const ColourCell = memo(function ColourCell({ rxId }: CellProps) {
  const { editable, openBeside } = useReceiversScreen();
  const color = useReceiver(rxId, (rx) => rx.color);
  const alias = useReceiver(rxId, (rx) => rx.alias);
  const pointStyle = useReadModel(({ fleet }) => pointStyleOf(fleet, fleet.receivers[rxId]));
  const swatch = <Swatch color={color} of="receiver" pointStyle={pointStyle} />;
  return (
    <Cell area="colour">
      {editable ? (
        <RowButton label={`Colour of ${alias}`} onPress={(element) => openBeside({ kind: 'colour', id: rxId, element })}>
          {swatch}
        </RowButton>
      ) : (
        swatch
      )}
    </Cell>
  );
});

/** The site's name, in the list without site rows. */
function SiteName({ rxId }: CellProps) {
  const name = useReadModel(({ fleet }) => {
    const siteId = fleet.receivers[rxId]?.SiteId ?? null;
    return siteId === null ? undefined : fleet.sites[siteId]?.alias;
  });
  return name === undefined ? null : <span className={styles.site}>{name}</span>;
}

export const NameCell = memo(function NameCell({ rxId, hasSite = false }: CellProps & { hasSite?: boolean }) {
  const { editable, openBeside, pageOf, openPage } = useReceiversScreen();
  const alias = useReceiver(rxId, (rx) => rx.alias) ?? '';
  return (
    <Cell area="name">
      <RowControl>
        <Link
          className={styles.name}
          href={pageOf(rxId)}
          title={alias}
          onClick={(event) => {
            event.preventDefault();
            openPage(rxId);
          }}
        >
          {alias}
        </Link>
        {hasSite ? <SiteName rxId={rxId} /> : null}
      </RowControl>
      <ListedSnooze rxId={rxId} />
      <UnsavedMark of="receiver" id={rxId} />
      {editable ? (
        <PencilButton label={`Rename ${alias}`} onPress={(element) => openBeside({ kind: 'name', id: rxId, element })} />
      ) : null}
    </Cell>
  );
});

export const HealthCell = memo(function HealthCell({ rxId }: CellProps) {
  const health = useReceiver(rxId, receiverHealth) ?? 'disabled';
  const status = useReceiver(rxId, (rx): StatusLook => (rx.enabled ? receiverStatusName(rx.status) : 'disabled'));
  const isReplay = useIsReplay();
  const texts = useReceiver(rxId, (rx) => receiverHealthTexts(rx, isReplay).join(', ')) ?? '';
  const hint = useReceiver(rxId, (rx) => receiverHealthHint(rx, isReplay));
  const said = status !== undefined && texts === statusLooks[status].word ? '' : texts;
  const text = said === '' ? (health === 'pass' ? 'Good' : '–') : said;
  return (
    <Cell area="health" label={columnLabels.health} title={hint ?? text}>
      <span className={styles.words} data-long={text.length > oneLine} data-look={said === '' ? null : healthLook[health]}>
        {text}
      </span>
    </Cell>
  );
});

export const AddressCell = memo(function AddressCell({ rxId }: CellProps) {
  const { editable, openBeside } = useReceiversScreen();
  const text = useReceiver(rxId, addressText) ?? '–';
  const alias = useReceiver(rxId, (rx) => rx.alias);
  return (
    <Cell area="address" label={columnLabels.address} title={text}>
      <span className={styles.text}>{text}</span>
      {editable ? (
        <PencilButton label={`Address of ${alias}`} onPress={(element) => openBeside({ kind: 'address', id: rxId, element })} />
      ) : null}
    </Cell>
  );
});

export const ModelCell = memo(function ModelCell({ rxId }: CellProps) {
  const model = useReceiver(rxId, (rx) => rx.model) ?? receiverModels.unknown;
  const isUnknown = model !== receiverModels.orion && model !== receiverModels.ares;
  return (
    <Cell area="model" label={columnLabels.model} title={isUnknown ? unknownModelText : undefined}>
      {isUnknown ? (
        <Hint rxId={rxId} word={modelName(model)} text={unknownModelText} />
      ) : (
        <span className={styles.text}>{modelName(model)}</span>
      )}
    </Cell>
  );
});

export const MemoryCell = memo(function MemoryCell({ rxId }: CellProps) {
  const percent = useReceiver(rxId, (rx) => (isRunning(rx) ? memoryUsedPercent(rx) : undefined));
  const hasCard = useReceiver(rxId, (rx) => rx.memoryTotalMb !== null);
  if (percent === undefined) return <Unknown area="memory" />;
  if (hasCard !== false && percent !== null)
    return <LevelCell area="memory" level={memoryLevel(percent)} text={percentText(percent)} bar={memoryBar(percent)} />;
  return (
    <Cell area="memory" label={columnLabels.memory} title={hasCard === false ? noCardText : undefined}>
      <span className={styles.number} data-look={levelLook[memoryLevel(percent)]}>
        {hasCard === false ? <Hint rxId={rxId} word="No card" text={noCardText} /> : '–'}
      </span>
    </Cell>
  );
});

export const VoltageCell = memo(function VoltageCell({ rxId }: CellProps) {
  const voltage = useReceiver(rxId, (rx) => (isRunning(rx) ? rx.voltage : undefined));
  if (voltage === undefined) return <Unknown area="voltage" />;
  return <LevelCell area="voltage" level={voltageLevel(voltage)} text={voltageText(voltage)} bar={voltageBar(voltage)} />;
});

type LevelProps = { area: 'memory' | 'voltage'; level: Level; text: string; bar: Bar | null };

function LevelCell({ area, level, text, bar }: LevelProps) {
  return (
    <Cell area={area} label={columnLabels[area]}>
      <span className={styles.number} data-look={levelLook[level]}>
        <LevelMark level={level} />
        {text}
        {bar === null ? null : <LevelBar bar={bar} />}
      </span>
    </Cell>
  );
}

/** Shows the firmware only while the receiver is enabled and running (RX-29). */
export const FirmwareCell = memo(function FirmwareCell({ rxId }: CellProps) {
  const text = useReceiver(rxId, (rx) => (isRunning(rx) ? firmwareText(rx) : null)) ?? null;
  return text === null ? (
    <Unknown area="firmware" />
  ) : (
    <Cell area="firmware" label={columnLabels.firmware}>
      <span className={styles.number}>{text}</span>
    </Cell>
  );
});

/**
 * Shows when the receiver last heard a transmitter. The receiver's own status reports do not count as
 * contacts (RX-49).
 */
export const HeardCell = memo(function HeardCell({ rxId }: CellProps) {
  return <TimeCell area="heard" ts={useReceiver(rxId, ({ contactTime }) => contactTime ?? null) ?? null} />;
});

/** Shows when the host last had any sign of the receiver (FLEET-2). */
export const ContactCell = memo(function ContactCell({ rxId }: CellProps) {
  return <TimeCell area="contact" ts={useReceiver(rxId, lastContactOf) ?? null} />;
});

function TimeCell({ area, ts }: { area: 'heard' | 'contact'; ts: number | null }) {
  const { times } = useReceiversScreen();
  const now = useNow();
  if (ts === null) return <Unknown area={area} />;
  return (
    <Cell area={area} label={columnLabels[area]} title={`${times.stamp(ts)} ${times.zone(ts)}`}>
      <time className={styles.text} dateTime={new Date(ts).toISOString()}>
        {now === 0 ? times.clock(ts) : relativeTime(ts, now)}
      </time>
    </Cell>
  );
}

export const EnabledCell = memo(function EnabledCell({ rxId }: CellProps) {
  const { editable } = useReceiversScreen();
  const edit = useEdit();
  const alias = useReceiver(rxId, (rx) => rx.alias) ?? '';
  const enabled = useReceiver(rxId, (rx) => rx.enabled) ?? false;
  return (
    <Cell area="enabled" label={editable ? undefined : columnLabels.enabled}>
      {editable ? (
        <RowControl>
          <EnabledSwitch
            label={`${alias} enabled`}
            isOn={enabled}
            onChange={(on) => edit((mitasId) => setReceiverEnabled(mitasId, { id: rxId, alias }, on))}
          />
        </RowControl>
      ) : (
        <span className={styles.text}>{enabled ? 'Yes' : 'No'}</span>
      )}
    </Cell>
  );
});

export const MenuCell = memo(function MenuCell({ rxId }: CellProps) {
  const { openBeside } = useReceiversScreen();
  const alias = useReceiver(rxId, (rx) => rx.alias);
  return (
    <Cell area="menu">
      <RowButton label={`Actions of ${alias}`} onPress={(element) => openBeside({ kind: 'menu', id: rxId, element })}>
        <MoreIcon size={18} />
      </RowButton>
    </Cell>
  );
});

function Unknown(props: { area: 'memory' | 'voltage' | 'firmware' | 'heard' | 'contact' }) {
  return (
    <Cell area={props.area} label={columnLabels[props.area]}>
      <span className={['heard', 'contact'].includes(props.area) ? styles.text : styles.number}>–</span>
    </Cell>
  );
}
