import { useSelector } from '@xstate/react';
import { memo, useRef } from 'react';
import { Link } from 'wouter';
import type { ActivityRef } from '../../machines/activity/paged-activity.ts';
import { type ActivityList as List, hasOlder, isUndone } from '../../model/activity/activity-list.ts';
import { type Change, type ChangeItem, knownItems } from '../../model/changes/change.ts';
import { changeKinds } from '../../model/changes/change-kinds.ts';
import { authorText, actionText, itemText, wayText } from '../../model/activity/change-words.ts';
import { screenUrl } from '../../model/navigation/addresses.ts';
import type { TimeText } from '../../model/time/time-text.ts';
import { dayText } from '../../model/time/day-text.ts';
import { OlderEntries } from '../session/older-entries.tsx';
import { useReadModel, useSession } from '../session/session-actors.tsx';
import { UndoButton } from './undo-button.tsx';
import styles from './activity.module.css';

/** Lists the changes by day, newest first, with a button for older ones. */
export function ActivityList(props: { activity: ActivityRef; list: List; times: TimeText }) {
  const { list, times } = props;
  const days = useRef<HTMLDivElement>(null);
  const byDay = Map.groupBy(list.changes, ({ at }) => dayText(at, times));
  return (
    <>
      <div ref={days}>
        {[...byDay].map(([day, changes]) => (
          <section key={day} aria-label={day} className={styles.day}>
            <h3 className="line-24">{day}</h3>
            <ol>
              {changes.map((change) => (
                <ChangeRow
                  key={change.revision}
                  change={change}
                  epoch={list.asOf.epoch}
                  undone={isUndone(list, change.revision)}
                  times={times}
                />
              ))}
            </ol>
          </section>
        ))}
      </div>
      {list.more ? (
        <OlderEntries
          actor={props.activity}
          className="row middle gap-12 quiet above-16"
          rows={days}
          noun="changes"
          count={list.changes.length}
          hasOlder={hasOlder(list)}
        />
      ) : null}
    </>
  );
}

type RowProps = { change: Change; epoch: string; undone: boolean; times: TimeText };

const ChangeRow = memo(function ChangeRow(props: RowProps) {
  const { change, times } = props;
  const sites = useReadModel((models) => models.fleet.sites);
  const siteName = (id: number): string | undefined => sites[id]?.alias;
  const items = knownItems(change.items);
  const way = wayText(change);
  return (
    <li className={styles.row}>
      <time
        className={`quiet line-20 digits ${styles.time}`}
        dateTime={new Date(change.at).toISOString()}
        title={`${times.stamp(change.at)} ${times.zone(change.at)}`}
      >
        {times.clock(change.at)}
      </time>
      <div className={styles.words}>
        <p className="line-20 breaks">
          <b>{authorText(change)}</b>{' '}
          <Words item={items.length === 1 ? items[0] : undefined} text={actionText(change, siteName)} />
        </p>
        <p className="quiet line-20 digits">
          {`Change ${change.revision}`}
          {way === '' ? null : `, ${way}`}
          {props.undone ? ', undone since' : null}
        </p>
        {items.length < 2 ? null : (
          <details className={`line-20 ${styles.details}`}>
            <summary>{`All ${items.length} of them`}</summary>
            <ul>
              {items.map((item) => (
                <li key={`${item.kind} ${item.id}`}>
                  <Words item={item} text={itemText(item, siteName)} />
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      <UndoButton change={change} epoch={props.epoch} undone={props.undone} />
    </li>
  );
});

/** Links what is said of a tag to the page of the tag (VISIT-5), unless the tag was deleted. */
function Words({ item, text }: { item: ChangeItem | undefined; text: string }) {
  const mitasId = useSelector(useSession().session, (snapshot) => snapshot.context.mitasId);
  if (item === undefined || item.after === null || changeKinds[item.kind].entity !== 'tag') return text;
  return (
    <Link className="link" href={screenUrl(mitasId, `animals/tags/${item.id}`)}>
      {text}
    </Link>
  );
}
