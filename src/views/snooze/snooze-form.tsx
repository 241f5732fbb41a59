import { Radio, RadioGroup } from '@adobe/react-spectrum/RadioGroup';
import { useSelector } from '@xstate/react';
import { createActor } from 'xstate';
import { hostNow } from '../../machines/contact-window/contact-window-machine.ts';
import { shown } from '../../machines/journal/journal-selectors.ts';
import { snoozeMachine, type SnoozeRef } from '../../machines/snooze/snooze-machine.ts';
import { snoozeChoices } from '../../model/alarms/snooze.ts';
import { snoozedText, snoozedUntil } from '../../model/alarms/snoozed.ts';
import { hasExpired } from '../../model/entities/expiry.ts';
import type { TimeText } from '../../model/time/time-text.ts';
import type { NamedReceiver } from '../../model/entities/receiver.ts';
import { type SessionActors, useReadModel, useSession } from '../session/session-actors.tsx';
import { useTimes } from '../session/use-host-clock.ts';
import styles from './snooze.module.css';
import { Button } from '../controls/button.tsx';
import { later, Waiting } from '../controls/later.tsx';

/** Loaded when needed: the calendar is large, and most snoozes do not use it. */
const TimeField = later(async () => ({ default: (await import('../activity/time-field.tsx')).TimeField }));

type Opening = { receivers: readonly NamedReceiver[]; times: TimeText; onClose: () => void };

/**
 * Starts the machine of a snooze form. Whoever opens the form keeps the actor. The machine is in this file,
 * not in the session, so that the shell's menu does not load it.
 */
export function beginSnooze(within: SessionActors, { receivers, times, onClose }: Opening): SnoozeRef {
  const { session, journal, operations } = within;
  const now = (): number => nowOf(within);
  const machine = snoozeMachine.provide({
    actions: {
      ask: (_, { edits }) => {
        for (const edit of edits) operations?.send({ type: 'operations.edit', edit });
      },
      close: onClose,
    },
  });
  const isOver = (): boolean => hasExpired(shown(journal.getSnapshot()).host.config?.expiry ?? null, now());
  const { mitasId } = session.getSnapshot().context;
  const input = { mitasId, receivers, times, now, hasExpired: isOver };
  return createActor(machine, { input }).start();
}

const nowOf = ({ contactWindow }: SessionActors): number =>
  contactWindow === undefined ? 0 : hostNow(contactWindow.getSnapshot().context);

type Props = { actor: SnoozeRef; receivers: readonly NamedReceiver[]; onCancel?: () => void };

/** Snoozes receivers for a time, or ends their snooze (ALM-12), and then closes. */
export default function SnoozeForm({ actor, receivers, onCancel = () => actor.send({ type: 'snooze.cancel' }) }: Props) {
  const within = useSession();
  const times = useTimes();
  const now = (): number => nowOf(within);
  const choice = useSelector(actor, (snapshot) => snapshot.context.choice);
  const date = useSelector(actor, (snapshot) => snapshot.context.date);
  const trouble = useSelector(actor, (snapshot) => snapshot.context.trouble);
  const isDated = useSelector(actor, (snapshot) => snapshot.hasTag('dated'));
  const snoozed = useReadModel(({ fleet }) => {
    const ends = receivers.flatMap(({ rxId }) => snoozedUntil(fleet.receivers[rxId] ?? {}, now()) ?? []);
    if (ends.length === 0) return null;
    if (receivers.length === 1) return snoozedText(ends[0] ?? 0, times);
    return `${ends.length} of ${receivers.length} are snoozed now`;
  });
  return (
    <div className="stack gap-12">
      {snoozed === null ? null : <p className="quiet">{snoozed}</p>}
      <RadioGroup
        label="Snooze for"
        value={choice}
        onChange={(chosen) => {
          const wanted = snoozeChoices.find(({ id }) => id === chosen);
          if (wanted !== undefined) actor.send({ type: 'snooze.choose', choice: wanted.id });
        }}
      >
        {snoozeChoices.map(({ id, name }) => (
          <Radio key={id} value={id} autoFocus={id === choice}>
            {name}
          </Radio>
        ))}
      </RadioGroup>
      {isDated ? (
        <Waiting value={<div className={styles.coming} role="status" aria-label="Loading" />}>
          <TimeField
            label={`Until, in ${times.zone(now())}`}
            ts={date}
            times={times}
            error={trouble ?? undefined}
            onChoose={(ts) => actor.send({ type: 'snooze.date', date: ts })}
          />
        </Waiting>
      ) : null}
      <div className="wrap at-end">
        <Button onPress={onCancel}>Cancel</Button>
        {snoozed === null ? null : <Button onPress={() => actor.send({ type: 'snooze.end' })}>End snooze</Button>}
        <Button rank="primary" onPress={() => actor.send({ type: 'snooze.set' })}>
          Snooze
        </Button>
      </div>
    </div>
  );
}
