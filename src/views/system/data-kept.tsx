import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { presentRole } from '../../machines/journal/journal-selectors.ts';
import type { DialogSlotRef } from '../../machines/dialog-slot/dialog-slot-machine.ts';
import { owner, hasRole } from '../../model/entities/role.ts';
import { type KeptSort, retentionAsOf, retentionModel, shownRetention } from '../../model/retention/retention-model.ts';
import type { TimeText } from '../../model/time/time-text.ts';
import { dataSorts, type DataSort, type Kept, noticeDays, sortNames } from '../../model/entities/retention.ts';
import { beforeText, countText, daysText, sortText } from '../../model/retention/retention-words.ts';
import { dayText } from '../../model/time/day-text.ts';
import { Button } from '../controls/button.tsx';
import { Card } from '../controls/card.tsx';
import { StatusMark } from '../controls/status-mark.tsx';
import { useScreenModel, useSession } from '../session/session-actors.tsx';
import { useTimes } from '../session/use-host-clock.ts';
import { KeepDialog } from './keep-dialog.tsx';
import styles from './data-kept.module.css';

/** Shows how long data are kept, what will be deleted and when, and what was deleted (RET-1 to RET-6). */
export function DataKept({ retention }: { retention: DialogSlotRef<KeptSort> }) {
  const { journal } = useSession();
  const mayEdit = useSelector(journal, (snapshot) => hasRole(presentRole(snapshot) ?? Infinity, owner));
  const model = useScreenModel(retentionModel, (known) => known);
  const kept = useMemo(() => shownRetention(model), [model]);
  const asOf = useMemo(() => retentionAsOf(model), [model]);
  const times = useTimes();
  if (kept === null) return null;
  return (
    <Card title="Data kept">
      <p className="quiet below-8">
        {`Data older than this are deleted a month at a time, ${noticeDays} days after a notice here and in Activity. Statistics still count them.`}
      </p>
      <ul aria-label="Data kept">
        {sortNames.map((sort) => (
          <li key={sort} className={styles.sort}>
            <span className={styles.name}>{dataSorts[sort].name}</span>
            <span className="grows">{daysText(kept[sort].days)}</span>
            {mayEdit ? (
              <Button
                rank="quiet"
                aria-label={`Change how long ${sortText(sort)} are kept`}
                onPress={() => retention.send({ type: 'dialog.open', subject: { sort, asOf } satisfies KeptSort })}
              >
                Change
              </Button>
            ) : null}
            <Going sort={sort} kept={kept[sort]} times={times} />
          </li>
        ))}
      </ul>
      {mayEdit ? <KeepDialog retention={retention} kept={kept} /> : null}
    </Card>
  );
}

function Going({ sort, kept: { announced, deleted }, times }: { sort: DataSort; kept: Kept; times: TimeText }) {
  return (
    <>
      {announced === null ? null : (
        <span className={styles.going}>
          <StatusMark
            status="warning"
            text={`${dayText(announced.on, times)}: ${beforeText(sort, announced.before)} will be deleted (${countText(announced.count)}). That cannot be undone.`}
          />
        </span>
      )}
      {deleted === null ? null : (
        <span className={`quiet ${styles.going}`}>
          {`${dayText(deleted.at, times)}: ${beforeText(sort, deleted.before)} were deleted (${countText(deleted.count)}).`}
        </span>
      )}
    </>
  );
}
