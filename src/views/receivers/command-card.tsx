import { useSelector } from '@xstate/react';
import { memo, useDeferredValue, useMemo, useRef } from 'react';
import type { CommandHistoryRef } from '../../machines/commands/command-history-machine.ts';
import { type HistoryOf, listed } from '../../model/commands/command-history.ts';
import { commandNames, errorText, statusText } from '../../model/commands/command-words.ts';
import { failureText } from '../../model/contract/failure.ts';
import type { Command } from '../../model/entities/command.ts';
import { commandsModel } from '../../model/commands/commands-model.ts';
import { receiversAddress } from '../../model/receivers/receivers-address.ts';
import { Button } from '../controls/button.tsx';
import { Card } from '../controls/card.tsx';
import { EnabledSwitch } from '../controls/enabled-switch.tsx';
import { Greyed } from '../controls/greyed.tsx';
import { SmallRetry } from '../controls/one-retry.tsx';
import { ShowOlder } from '../controls/show-older.tsx';
import { useReadModel, useScreenModel } from '../session/session-actors.tsx';
import { useAddress } from '../session/use-address.ts';
import { useReceiversScreen } from './receivers-screen.tsx';
import styles from './commands.module.css';
import recordStyles from './records.module.css';

/**
 * Lists commands to one receiver, or to all, with their progress and results (SEND-4). Shows nothing unless
 * the address asks for it.
 */
export function CommandCard() {
  const history = useSelector(useReceiversScreen().receivers, (snapshot) => snapshot.children.commandHistory);
  return history === undefined ? null : <Listed history={history} />;
}

function Listed({ history }: { history: CommandHistoryRef }) {
  const of = useSelector(history, ({ context }) => context.of);
  if (of === null) return null;
  return (
    <Card title="Commands" aside={<ByPeople />}>
      <List history={history} of={of} />
    </Card>
  );
}

/** A switch that hides the host's own clock commands, which can fill most of the list. */
function ByPeople() {
  const [{ by }, changeAddress] = useAddress(receiversAddress);
  return (
    <span className={styles.by}>
      <span aria-hidden>Only commands sent by people</span>
      <EnabledSwitch
        label="Only commands sent by people"
        isOn={by !== null}
        onChange={(isOn) => changeAddress((before) => ({ ...before, by: isOn ? 'people' : null }))}
      />
    </span>
  );
}

function List({ history, of }: { history: CommandHistoryRef; of: HistoryOf }) {
  const { rxId, by } = of;
  // Hundreds of events can arrive at once, so the list updates when the page has time.
  const known = useDeferredValue(useScreenModel(commandsModel, ({ commands }) => commands));
  const { end: knownEnd, failure } = useSelector(history, ({ context }) => context);
  const end = useDeferredValue(knownEnd);
  const isFailed = useSelector(history, (snapshot) => snapshot.hasTag('failed'));
  const isLoading = useSelector(history, (snapshot) => snapshot.hasTag('loading'));
  const rows = useRef<HTMLOListElement>(null);
  const trouble = isFailed ? failureText(failure ?? { kind: 'network' }, 'Could not load the commands') : null;
  const shown = useMemo(() => listed(Object.values(known), of, end), [known, of, end]);
  return (
    <>
      {trouble !== null && end === null ? (
        <p className={recordStyles.old} role="alert">
          {trouble}
          <SmallRetry failure={failure} onRetry={() => history.send({ type: 'history.more' })} />
        </p>
      ) : null}
      {shown.length === 0 && !isFailed ? (
        <p className={recordStyles.none}>
          {isLoading ? 'Loading' : by === null ? 'No commands sent yet.' : 'Nobody has sent a command yet.'}
        </p>
      ) : null}
      <ol
        ref={rows}
        className={rxId === null ? `${recordStyles.list} ${styles.short}` : recordStyles.list}
        aria-label="Commands"
        // Keyboard users must be able to scroll the list.
        tabIndex={rxId === null ? 0 : undefined}
      >
        {shown.map((command) => (
          <Line key={command.commandId} command={command} history={history} isOfAll={rxId === null} />
        ))}
      </ol>
      {end !== null ? (
        <ShowOlder
          className={styles.more}
          rows={rows}
          failure={trouble}
          isBusy={isLoading}
          onPress={() => history.send({ type: 'history.more' })}
        />
      ) : null}
    </>
  );
}

type LineProps = { command: Command; history: CommandHistoryRef; isOfAll: boolean };

const Line = memo(function Line({ command, history, isOfAll }: LineProps) {
  const { times, hindered } = useReceiversScreen();
  const { commandId, rxId, commandType, by, askedAt, expiresAt, status } = command;
  const alias = useReadModel(({ fleet }) => fleet.receivers[rxId]?.alias) ?? `Receiver ${rxId}`;
  const isCancelling = useSelector(history, (snapshot) => snapshot.hasTag('cancelling'));
  const why = errorText(command);
  const until = status === 'waiting' && expiresAt !== null ? `, until ${times.stamp(expiresAt)}` : '';
  return (
    <li>
      <span>
        <b>{commandNames[commandType]}</b>
        {isOfAll ? ` of ${alias}` : ''}: {`${statusText(command)}${until}`}
        {why === null ? null : <span className={styles.why}>{`, ${why}`}</span>}
      </span>
      <span className={recordStyles.when}>{`${by?.name ?? 'The host'}, ${times.stamp(askedAt)} ${times.zone(askedAt)}`}</span>
      {status === 'waiting' && hindered !== 'role' ? (
        <Greyed isBusy={isCancelling}>
          <Button
            rank="quiet"
            aria-label={`Cancel ${commandNames[commandType]} of ${alias}`}
            onPress={() => history.send({ type: 'command.cancel', commandId })}
          >
            Cancel
          </Button>
        </Greyed>
      ) : null}
    </li>
  );
});
