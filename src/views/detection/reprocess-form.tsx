import { TextField } from '@adobe/react-spectrum/TextField';
import { useSelector } from '@xstate/react';
import { type FormEvent, useId, useState } from 'react';
import type { ReprocessingRef } from '../../machines/reprocessing/reprocessing-machine.ts';
import {
  advancedText,
  estimateFacts,
  type ReprocessFields,
  type ReprocessForm as ReprocessFormValues,
  rangePresets,
  reprocessProblems,
  whyNotStarted,
} from '../../model/detection/reprocess-form.ts';
import { administrator } from '../../model/entities/role.ts';
import { beyondTimes, TimeFields } from '../activity/time-field.tsx';
import { invalid } from '../controls/invalid.ts';
import { Button } from '../controls/button.tsx';
import { Card } from '../controls/card.tsx';
import { useBeyond } from '../controls/date-field.tsx';
import { FactList } from '../controls/fact-list.tsx';
import { Greyed } from '../controls/greyed.tsx';
import { LoadFailure } from '../controls/load-failure.tsx';
import { useHostNow, useTimes } from '../session/use-host-clock.ts';
import { useWhyReadOnly } from '../session/use-why-read-only.ts';
import styles from './detection.module.css';

/** Chooses which time to reprocess and how, shows an estimate, and starts the job (DET-20). */
export function ReprocessForm({ actor }: { actor: ReprocessingRef }) {
  const form = useSelector(actor, ({ context }) => context.form);
  const hasRunning = useSelector(actor, ({ context }) => context.list?.hasRunning ?? null);
  const estimate = useSelector(actor, ({ context }) => context.estimate);
  const whyReadOnly = useWhyReadOnly(administrator);
  const times = useTimes();
  const now = useHostNow();
  const [isBeyond, noteBeyond] = useBeyond();
  const problems = reprocessProblems(form);
  const set = (fields: ReprocessFields): void => actor.send({ type: 'form.set', fields });
  const id = useId();
  const why = whyReadOnly ?? (isBeyond ? beyondTimes : null) ?? whyNotStarted(form, { hasRunning, estimate });
  // Leaving a date field can enable the button during a press, which then still submits the form (FORM-20).
  const start = (event: FormEvent): void => {
    event.preventDefault();
    if (why === null) actor.send({ type: 'start.ask', now: now() });
  };
  return (
    <Card title="Reprocess data">
      <div className={`stack gap-16 ${styles.form}`}>
        <div className={`wrap ${styles.presets}`} role="group" aria-label="Time range">
          {rangePresets.map(({ id, label }) => (
            <Button
              key={id}
              aria-pressed={id === form.preset}
              onPress={() => actor.send({ type: 'range.chosen', preset: id, now: now() })}
            >
              {label}
            </Button>
          ))}
        </div>
        <div className={styles.fields}>
          <TimeFields
            labels={{ start: `Start (${times.zone(form.start ?? now())})`, end: `End (${times.zone(form.end ?? now())})` }}
            values={form}
            times={times}
            errors={problems}
            onBeyond={noteBeyond}
            onChoose={set}
          />
        </div>
        <Advanced form={form} problems={problems} set={set} />
        <Estimate actor={actor} isUnfit={isBeyond} />
        <div className="wrap at-end">
          {/* This form has no fields in it, so Enter in a field does not start the job. */}
          <form id={id} hidden onSubmit={start} />
          <Greyed why={why}>
            <Button rank="primary" type="submit" form={id}>
              Start Reprocessing
            </Button>
          </Greyed>
        </div>
      </div>
    </Card>
  );
}

type AdvancedProps = {
  form: ReprocessFormValues;
  problems: ReturnType<typeof reprocessProblems>;
  set: (fields: ReprocessFields) => void;
};

/** Shows options that few people change. They are folded, but unfold while a field has an error (DET-29). */
function Advanced({ form, problems, set }: AdvancedProps) {
  const [isChosen, setChosen] = useState(false);
  const id = useId();
  const isOpen = isChosen || numbers.some(({ name }) => problems[name] !== undefined);
  return (
    <div>
      <div className={`row wrap gap-4-12 ${styles.advanced}`}>
        <Button rank="quiet" aria-expanded={isOpen} aria-controls={id} onPress={() => setChosen(!isOpen)}>
          Advanced
        </Button>
        {isOpen ? null : <span className="quiet">{advancedText(form)}</span>}
      </div>
      <div id={id} className={styles.fields} hidden={!isOpen}>
        {numbers.map(({ name, label, about }) => {
          const problem = problems[name];
          return (
            <TextField
              key={name}
              label={label}
              description={about}
              width="100%"
              inputMode="decimal"
              maxLength={8}
              value={form[name]}
              onChange={(text) => {
                // Keep the options unfolded after the error is corrected.
                setChosen(true);
                set({ [name]: text });
              }}
              {...invalid(problem)}
            />
          );
        })}
      </div>
    </div>
  );
}

const numbers = [
  { name: 'chunkSize', label: 'Chunk size (hours)', about: 'Hours per chunk, 1 to 12' },
  { name: 'throttle', label: 'Throttle (seconds)', about: 'Pause after each chunk, 0 to 60 seconds' },
] as const;

/** Shows the estimate for the form's values. */
function Estimate({ actor, isUnfit }: { actor: ReprocessingRef; isUnfit: boolean }) {
  const { estimate, estimateFailure } = useSelector(actor, ({ context }) => context);
  const hasFailed = useSelector(actor, (snapshot) => snapshot.hasTag('estimateFailed'));
  const isEstimating = useSelector(actor, (snapshot) => snapshot.hasTag('estimating'));
  return (
    <section className={styles.estimate} aria-label="Estimate">
      <h3 className="line-24">Estimate</h3>
      {hasFailed ? (
        <LoadFailure
          title="Could not load the estimate"
          failure={estimateFailure}
          onRetry={() => actor.send({ type: 'estimate.retry' })}
        />
      ) : (
        <div role="status">
          {estimate !== null && !isUnfit ? (
            <FactList facts={estimateFacts(estimate)} />
          ) : (
            <p className="quiet">{isEstimating && !isUnfit ? 'Estimating' : 'Correct the fields to see an estimate'}</p>
          )}
        </div>
      )}
    </section>
  );
}
