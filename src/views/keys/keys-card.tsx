import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { type KeysRef, selectKeyList } from '../../machines/keys/keys-machine.ts';
import type { ShownKey } from '../../model/entities/key.ts';
import { useRelativeNow } from '../alarms/use-relative-now.ts';
import { Button } from '../controls/button.tsx';
import { Card } from '../controls/card.tsx';
import { Greyed } from '../controls/greyed.tsx';
import { LoadFailure } from '../controls/load-failure.tsx';
import { SmallRetry } from '../controls/one-retry.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { useAnswer } from '../session/use-answer.ts';
import { useTimes } from '../session/use-host-clock.ts';
import { KeyDialogs, type KeySort } from './key-dialogs.tsx';
import styles from './keys.module.css';

type Props = {
  keys: KeysRef;
  title: string;
  sort: KeySort;
  /** What the keys are for. */
  about: ReactNode;
  /** Why no key can be made now; null if one can. */
  whyNone?: string | null;
};

/**
 * Makes keys, shows each only once, and lists and revokes them (ACC-32, SYS-22). Draws nothing if the person
 * may not see them.
 */
export function KeysCard({ keys, title, sort, about, whyNone = null }: Props) {
  const list = useSelector(keys, selectKeyList);
  const isBarred = useSelector(list, (snapshot) => snapshot?.hasTag('idle') ?? false);
  const isBroken = useSelector(keys, (snapshot) => snapshot.hasTag('broken'));
  const { answer, isFailed, isStale, failure, again } = useAnswer(list);
  const reload = isBroken ? () => keys.send({ type: 'keys.reload' }) : again;
  if (isBarred) return null;
  return (
    <Card
      title={title}
      aside={
        answer === null ? null : (
          <Greyed why={whyNone}>
            <Button onPress={() => keys.send({ type: 'key.new' })}>New key</Button>
          </Greyed>
        )
      }
    >
      <p className="quiet line-20 below-12">{about}</p>
      {isStale ? (
        <p className="row wrap below-12" role="status">
          Could not refresh the keys
          <SmallRetry failure={failure} onRetry={reload} />
        </p>
      ) : null}
      {answer !== null ? (
        <Rows keys={keys} label={title} rows={answer} />
      ) : isFailed ? (
        <LoadFailure title="Could not load the keys" failure={failure} onRetry={reload} />
      ) : (
        <Skeleton label="Loading the keys" bars={2} barHeight={48} />
      )}
      <KeyDialogs keys={keys} sort={sort} />
    </Card>
  );
}

function Rows({ keys, label, rows }: { keys: KeysRef; label: string; rows: readonly ShownKey[] }) {
  if (rows.length === 0) return <p>No keys yet.</p>;
  return (
    <ul className="grid gap-0" aria-label={label}>
      {rows.map((key) => (
        <li key={key.id} className={styles.row}>
          <KeyWords of={key} />
          {/*
            When the key is revoked, its line and this button disappear, and the focus moves to the card.
          */}
          <Greyed>
            <Button
              rank="destructive"
              aria-label={`Revoke ${key.name}`}
              onPress={() => keys.send({ type: 'key.ask', id: key.id, name: key.name })}
            >
              Revoke
            </Button>
          </Greyed>
        </li>
      ))}
    </ul>
  );
}

function KeyWords({ of: { name, beginsWith, createdAt, expiresAt, lastUsedAt } }: { of: ShownKey }) {
  const times = useTimes();
  const now = useRelativeNow();
  const at = (ts: number): string => `${times.stamp(ts).slice(0, 16)} ${times.zone(ts)}`;
  const isPast = expiresAt !== undefined && expiresAt <= now;
  return (
    <div className={styles.words}>
      <p>
        <strong>{name}</strong>
        {beginsWith === undefined ? null : ` ${beginsWith}…`}
      </p>
      <p className="quiet digits">
        {`Created ${at(createdAt)}. ${lastUsedAt === null ? 'Never used.' : `Last used ${at(lastUsedAt)}.`}`}
      </p>
      {expiresAt === undefined ? null : (
        <p className={isPast ? 'failure' : 'quiet digits'}>{`${isPast ? 'Expired' : 'Expires'} ${at(expiresAt)}.`}</p>
      )}
    </div>
  );
}
