import { shallowEqual, useSelector } from '@xstate/react';
import { memo, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { isUnsaved } from '../../machines/operations/operations-selectors.ts';
import { type Edit, renameReceiver, setReceiverEnabled } from '../../model/journal/edits.ts';
import { type Receiver, aliasMaxLength, receiverStatusName } from '../../model/entities/receiver.ts';
import {
  hasReported,
  memoryLevel,
  memoryUsedPercent,
  memoryUsedText,
  receiverHealth,
  receiverHealthHint,
  receiverHealthTexts,
  voltageLevel,
  voltageText,
} from '../../model/entities/receiver-health.ts';
import { pointStyleOf } from '../../model/journal/read-models/fleet-selectors.ts';
import { screenUrl } from '../../model/navigation/addresses.ts';
import { receiversLink } from '../../model/receivers/receivers-link.ts';
import { EnabledSwitch } from '../controls/enabled-switch.tsx';
import { PartBoundary } from '../controls/parts.tsx';
import { type StatusLook, StatusMark, statusLooks } from '../controls/status-mark.tsx';
import { Swatch } from '../controls/swatch.tsx';
import { useReadModel, useSession } from '../session/session-actors.tsx';
import { useIsReplay } from '../session/use-is-replay.ts';
import { RenameButton } from './rename-button.tsx';
import styles from './receiver-list.module.css';
import { later } from '../controls/later.tsx';

const RenameField = later(() => import('../controls/rename-field.tsx'));
/** If the mark's code cannot be loaded, the row is shown without it. */
const SnoozedNow = later(() => import('./snoozed-now.tsx').catch(() => ({ default: () => null })));

const healthLook = { disabled: 'disabled', pass: 'online', warn: 'warning', error: 'offline' } as const;

type Props = { rxId: number; selected: boolean; editable: boolean; onSelect: (rxId: number) => void; onReload: () => void };

/**
 * Shows one receiver: its name and state and, if the person's role allows, a pencil to rename it and a switch
 * to enable it. A press anywhere on the row selects it (NAV-33); its name links to its page.
 */
export const ReceiverRow = memo(function ReceiverRow(props: Props) {
  const { rxId, selected, editable } = props;
  const { session, operations } = useSession();
  const rx = useReadModel(({ fleet }) => fleet.receivers[rxId], looksSame);
  const unsaved = useSelector(operations, (snapshot) => isUnsaved(snapshot, 'receiver', rxId));
  const [renaming, setRenaming] = useState(false);
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (selected && line.current !== null) scrollWithinList(line.current);
  }, [selected]);
  if (rx === undefined) return null;
  const edit = (make: (mitasId: string) => Edit) =>
    operations?.send({ type: 'operations.edit', edit: make(session.getSnapshot().context.mitasId) });
  return (
    <li ref={line} className={styles.line} data-editable={editable || undefined}>
      {editable && renaming ? (
        <PartBoundary waiting={null} onRetry={props.onReload}>
          <RenameField
            name={rx.alias}
            maxLength={aliasMaxLength}
            onRename={(alias, seen) => edit((mitasId) => renameReceiver(mitasId, { id: rxId, alias: seen }, alias))}
            onClose={() => setRenaming(false)}
          />
        </PartBoundary>
      ) : (
        <>
          <Name rx={rx} />
          <SelectButton rx={rx} selected={selected} onSelect={props.onSelect} />
        </>
      )}
      {unsaved ? (
        <span className={styles.mark}>
          <StatusMark status="warning" text="Not saved yet" />
        </span>
      ) : null}
      {editable ? (
        <span className={styles.tools}>
          {renaming ? null : (
            <>
              <RenameButton name={rx.alias} onPress={() => setRenaming(true)} />
              <EnabledSwitch
                label={`${rx.alias} enabled`}
                isOn={rx.enabled}
                onChange={(on) => edit((mitasId) => setReceiverEnabled(mitasId, rx, on))}
              />
            </>
          )}
        </span>
      ) : null}
    </li>
  );
});

/** Scrolls only the list, if it has a height of its own; the page stays where it is. */
function scrollWithinList(line: HTMLElement): void {
  const list = line.closest<HTMLElement>('[data-scrolls]');
  if (list === null) return;
  const [inner, outer] = [line.getBoundingClientRect(), list.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom) list.scrollTop += inner.top - outer.top - outer.height / 3;
}

function Name({ rx }: { rx: Receiver }) {
  const pointStyle = useReadModel(({ fleet }) => pointStyleOf(fleet, rx));
  const mitasId = useSelector(useSession().session, (snapshot) => snapshot.context.mitasId);
  return (
    <span className={styles.named}>
      <Swatch color={rx.color} of="receiver" pointStyle={pointStyle} />
      <Link
        className={styles.name}
        title={rx.alias}
        href={`${screenUrl(mitasId, 'receivers')}${receiversLink({ receiver: rx.id })}`}
      >
        {rx.alias}
      </Link>
    </span>
  );
}

/**
 * Compares receivers without the times at which they were heard, which change all the time and are not shown
 * (RX-43, SPEED-10).
 */
function looksSame(one: Receiver | undefined, other: Receiver | undefined): boolean {
  return shallowEqual({ ...one, ...unshown }, { ...other, ...unshown });
}

const unshown = { heardTime: null, contactTime: null, uploadsEveryMs: null };

function SelectButton(props: { rx: Receiver; selected: boolean; onSelect: (rxId: number) => void }) {
  const { rx } = props;
  const status: StatusLook = rx.enabled ? receiverStatusName(rx.status) : 'disabled';
  const health = receiverHealth(rx);
  const isReplay = useIsReplay();
  const texts = receiverHealthTexts(rx, isReplay).filter((text) => text !== statusLooks[status].word);
  const said = texts.join(', ') || (health === 'pass' ? 'Good' : '');
  const running = rx.enabled && status === 'online' && hasReported(rx);
  return (
    <button
      type="button"
      className={styles.row}
      aria-pressed={props.selected}
      onClick={() => props.onSelect(rx.id)}
      data-health={health}
      title={receiverHealthHint(rx, isReplay) ?? undefined}
    >
      {/*
        Hidden, because the name is visible beside the button. Here it begins what a screen reader says of the
        row.
      */}
      <span className={styles.unseen}>{rx.alias}</span>
      <span className={styles.status}>
        <StatusMark status={status} />
        {(rx.snoozeUntil ?? null) === null ? null : <SnoozedNow rx={rx} />}
      </span>
      <span className={styles.facts}>
        {said === '' ? null : (
          <span className={styles.health} style={{ color: statusLooks[healthLook[health]].color }}>
            <span className={styles.unseen}>Health </span>
            {said}
          </span>
        )}
        <span className={styles.details} data-running={running}>
          {running ? <Details rx={rx} /> : '–'}
        </span>
      </span>
    </button>
  );
}

/**
 * Shows voltage, memory and firmware, only if enabled and running (RX-29); none of them wraps (LOOK-25).
 * Values that are as they should be are visible only in the selected row.
 */
function Details({ rx }: { rx: Receiver }) {
  const version = [rx.firmwareMajor, rx.firmwareMinor, rx.firmwarePatch].filter((part) => part !== null).join('.');
  const facts = [
    { text: voltageText(rx.voltage), isGood: voltageLevel(rx.voltage) === 'good' },
    { text: memoryUsedText(rx), isGood: memoryLevel(memoryUsedPercent(rx)) === 'good' },
    ...(rx.firmwareMajor === null ? [] : [{ text: `firmware ${version}`, isGood: true }]),
  ];
  return facts.map(({ text, isGood }, at) => (
    <span key={at} className={styles.fact} data-good={isGood}>
      {text}
      {at === facts.length - 1 ? null : <span data-good={facts.slice(at + 1).every((fact) => fact.isGood)}>, </span>}
    </span>
  ));
}
