import { memo, useMemo, useState } from 'react';
import { type BatchEditContext, notAppliedText } from '../../machines/batch-edit/batch-edit-rules.ts';
import { type BatchEffect, batchEffects } from '../../model/receiver-editor/batch.ts';
import { reviewText } from '../../model/receiver-editor/batch-words.ts';
import { MissingNote } from './missing-note.tsx';
import styles from './batch-edit.module.css';

/** Shows what would change on each receiver before anything is applied. */
export function BatchReview({ context }: { context: BatchEditContext }) {
  const { receivers, family, values, chosen, failure } = context;
  const effects = useMemo(() => batchEffects(receivers, { family, values, chosen }), [receivers, family, values, chosen]);
  return (
    <>
      {failure === null ? null : (
        <p className={styles.failed} role="alert">
          {notAppliedText(failure)}
        </p>
      )}
      <p className={styles.summary}>{reviewText(effects)}</p>
      <MissingNote context={context} />
      <ul>
        {effects.map((effect) => (
          <Effect key={effect.receiver.rxId} effect={effect} isOnly={effects.length <= few} />
        ))}
      </ul>
    </>
  );
}

/** Up to this many receivers start expanded. */
const few = 10;

type EffectProps = { effect: BatchEffect; isOnly: boolean };

/**
 * Renders a receiver's differences only while expanded: there may be hundreds of receivers and of
 * differences.
 */
const Effect = memo(function Effect({ effect: { receiver, differences, refusal }, isOnly }: EffectProps) {
  const [isOpen, setOpen] = useState(isOnly);
  if (differences.length === 0)
    return (
      <li className={styles.receiver}>
        <strong>{receiver.alias}</strong>
        {': nothing changes'}
      </li>
    );
  return (
    <li className={styles.receiver}>
      {refusal === null ? null : <p className={styles.failed}>{`Unchanged: ${refusal}`}</p>}
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <strong>{receiver.alias}</strong>
          {differences.length === 1 ? ': 1 field changes' : `: ${differences.length} fields change`}
        </summary>
        {isOpen ? (
          <ul className={styles.differences}>
            {differences.map(({ path, label, before, after }) => (
              <li key={path}>{`${label}: ${before} → ${after}`}</li>
            ))}
          </ul>
        ) : null}
      </details>
    </li>
  );
});
