import { shallowEqual, useSelector } from '@xstate/react';
import { memo, useState } from 'react';
import { isUnsaved } from '../../machines/operations/operations-selectors.ts';
import { type Edit, renameReceiver, setReceiverEnabled } from '../../model/changes/edits.ts';
import { type Receiver, aliasMaxLength, receiverStatusName } from '../../model/entities/receiver.ts';
import {
  hasReported,
  memoryUsedText,
  receiverHealth,
  receiverHealthHint,
  receiverHealthTexts,
  voltageText,
} from '../../model/entities/receiver-health.ts';
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
/** A mark that could not be fetched takes no list away. */
const SnoozedNow = later(() => import('./snoozed-now.tsx').catch(() => ({ default: () => null })));

const healthLook = { disabled: 'disabled', pass: 'online', warn: 'warning', error: 'offline' } as const;

type Props = { rxId: number; selected: boolean; editable: boolean; onSelect: (rxId: number) => void; onReload: () => void };

/**
 * One receiver: what it is called, how it does, and for those whose role may: its name in place and whether
 * it is enabled.
 */
export const ReceiverRow = memo(function ReceiverRow(props: Props) {
  const { rxId } = props;
  const { session, operations } = useSession();
  const rx = useReadModel(({ fleet }) => fleet.receivers[rxId], looksSame);
  const unsaved = useSelector(operations, (snapshot) => isUnsaved(snapshot, 'receiver', rxId));
  const [renaming, setRenaming] = useState(false);
  if (rx === undefined) return null;
  const edit = (make: (mitasId: string) => Edit) =>
    operations?.send({ type: 'operations.edit', edit: make(session.getSnapshot().context.mitasId) });
  const mark = unsaved ? (
    <span className={styles.mark}>
      <StatusMark status="warning" text="Not saved yet" />
    </span>
  ) : null;
  if (!props.editable) {
    return (
      <li className={styles.line}>
        <SelectButton rx={rx} selected={props.selected} onSelect={props.onSelect} />
        {mark}
      </li>
    );
  }
  return (
    <li className={styles.line} data-editable="true">
      {renaming ? (
        <PartBoundary waiting={null} onRetry={props.onReload}>
          <RenameField
            name={rx.alias}
            maxLength={aliasMaxLength}
            onRename={(alias, seen) => edit((mitasId) => renameReceiver(mitasId, { id: rxId, alias: seen }, alias))}
            onClose={() => setRenaming(false)}
          />
        </PartBoundary>
      ) : (
        <SelectButton rx={rx} selected={props.selected} onSelect={props.onSelect} />
      )}
      {mark}
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
    </li>
  );
});

/** When a receiver was heard is not shown here, and changes all the time (RX-43, SPEED-10). */
function looksSame(one: Receiver | undefined, other: Receiver | undefined): boolean {
  return shallowEqual({ ...one, ...unshown }, { ...other, ...unshown });
}

const unshown = { heardTime: null, uploadsEveryMs: null };

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
    >
      <Swatch color={rx.color} of="receiver" />
      <span className={styles.name} title={rx.alias}>
        {rx.alias}
      </span>
      <span className={styles.status}>
        <StatusMark status={status} />
        {(rx.snoozeUntil ?? null) === null ? null : <SnoozedNow rx={rx} />}
      </span>
      <span className={styles.facts}>
        <span style={{ color: statusLooks[healthLook[health]].color }} title={receiverHealthHint(rx, isReplay) ?? undefined}>
          {said === '' ? null : <span className={styles.judged}>Health </span>}
          {said}
        </span>
        <span className={styles.details}>{running ? details(rx) : '–'}</span>
      </span>
    </button>
  );
}

/**
 * RX-29: status details show voltage, memory, firmware only when enabled and running; where they take two
 * lines none of them is parted (LOOK-25).
 */
function details(rx: Receiver): string {
  const version = [rx.firmwareMajor, rx.firmwareMinor, rx.firmwarePatch].filter((part) => part !== null).join('.');
  const facts = [voltageText(rx.voltage), memoryUsedText(rx), ...(rx.firmwareMajor === null ? [] : [`firmware ${version}`])];
  return facts.map((fact) => fact.replaceAll(' ', '\u00a0')).join(', ');
}
