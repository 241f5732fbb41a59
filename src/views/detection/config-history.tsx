import { useSelector } from '@xstate/react';
import { type DetectionConfigRef, selectIsDirty } from '../../machines/detection-config/detection-config-machine.ts';
import {
  effectText,
  historyPages,
  historyPageSize,
  modifierName,
  parameterTexts,
} from '../../model/detection/detection-history.ts';
import type { DetectionConfig } from '../../model/entities/detection-config.ts';
import { administrator } from '../../model/entities/role.ts';
import { Button } from '../controls/button.tsx';
import { Card } from '../controls/card.tsx';
import { Greyed } from '../controls/greyed.tsx';
import { LoadFailure } from '../controls/load-failure.tsx';
import { SmallRetry } from '../controls/one-retry.tsx';
import { Pager } from '../controls/pager.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { useTimes } from '../session/use-host-clock.ts';
import { useWhyReadOnly } from '../session/use-why-read-only.ts';
import styles from './detection.module.css';
import { usePeopleNames } from './use-people-names.ts';

/** Lists all versions of the settings, newest first; each but the current one can be reapplied (DET-12). */
export function ConfigHistory({ actor }: { actor: DetectionConfigRef }) {
  const { history, historyFailure, page } = useSelector(actor, ({ context }) => context);
  const hasFailed = useSelector(actor, (snapshot) => snapshot.hasTag('historyFailed'));
  const retry = (): void => actor.send({ type: 'history.retry' });
  return (
    <Card
      title="Configuration History"
      aside={
        history !== null && hasFailed ? (
          <span className="quiet" role="status">
            Could not refresh the history
            <SmallRetry failure={historyFailure} onRetry={retry} />
          </span>
        ) : undefined
      }
    >
      {history === null ? (
        hasFailed ? (
          <LoadFailure title="Could not load the history" failure={historyFailure} onRetry={retry} />
        ) : (
          <Skeleton label="Loading the history" bars={3} barHeight={72} />
        )
      ) : (
        <>
          <Versions actor={actor} configs={history.configs} />
          <Pager
            page={page}
            pages={historyPages(history.total)}
            size={historyPageSize}
            found={history.total}
            onPage={(next) => actor.send({ type: 'history.page', page: next })}
          />
        </>
      )}
    </Card>
  );
}

function Versions({ actor, configs }: { actor: DetectionConfigRef; configs: readonly DetectionConfig[] }) {
  const names = usePeopleNames();
  const isDirty = useSelector(actor, selectIsDirty);
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const whyReadOnly = useWhyReadOnly(administrator);
  const why = whyReadOnly ?? (isDirty ? 'Save or reset your changes first' : null);
  return (
    <ol aria-label="Versions">
      {configs.map((config) => (
        <li key={config.version} className={styles.version}>
          <div className={styles.words}>
            <p>
              <strong>{`Version ${config.version}`}</strong>
              {config.effectiveTo === null ? <span className={styles.present}>Current</span> : null}
            </p>
            <Effect config={config} by={modifierName(config.modifiedBy, names)} />
            {config.changeReason === null ? null : <p>{config.changeReason}</p>}
            <ul className={styles.values} aria-label={`Values of version ${config.version}`}>
              {parameterTexts(config).map(([label, text]) => (
                <li key={label}>
                  {label} <span className="ink">{text}</span>
                </li>
              ))}
            </ul>
          </div>
          {config.effectiveTo === null ? null : (
            <div className="wrap at-end">
              <Greyed why={why} isBusy={isBusy}>
                <Button
                  aria-label={`Reapply version ${config.version}`}
                  onPress={() => actor.send({ type: 'config.reapply', config })}
                >
                  Reapply
                </Button>
              </Greyed>
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}

/** Shows when a version was saved, by whom, and for which hours it applies. */
function Effect({ config, by }: { config: DetectionConfig; by: string }) {
  const times = useTimes();
  return <p className="quiet">{effectText(config, by, (ts) => `${times.stamp(ts)} ${times.zone(ts)}`)}</p>;
}
