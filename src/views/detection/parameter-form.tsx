import { TextField } from '@adobe/react-spectrum/TextField';
import { useSelector } from '@xstate/react';
import { type DetectionConfigRef, selectIsDirty } from '../../machines/detection-config/detection-config-machine.ts';
import { awaitedText } from '../../model/detection/detection-history.ts';
import { formProblems, presetNames, presetOf, sliders } from '../../model/detection/detection-form.ts';
import { previewSentence } from '../../model/detection/detection-preview.ts';
import { awaitedHour } from '../../model/detection/settings-hours.ts';
import { type DetectionConfig, longestChangeReason } from '../../model/entities/detection-config.ts';
import { administrator } from '../../model/entities/role.ts';
import { Button } from '../controls/button.tsx';
import { Card } from '../controls/card.tsx';
import { Greyed } from '../controls/greyed.tsx';
import { useHostHour, useTimes } from '../session/use-host-clock.ts';
import { useWhyReadOnly } from '../session/use-why-read-only.ts';
import { ParameterSlider } from './parameter-slider.tsx';
import styles from './detection.module.css';

/** Shows presets, sliders, and the actions on their values (DET-11, DET-13). */
export function ParameterForm({ actor }: { actor: DetectionConfigRef }) {
  const { form, reason, refusal, preview, current } = useSelector(actor, ({ context }) => context);
  const isDirty = useSelector(actor, selectIsDirty);
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const isOlder = useSelector(actor, ({ context }) => (context.order?.reapplied ?? null) !== null);
  const whyReadOnly = useWhyReadOnly(administrator);
  if (form === null || current === null) return null;
  const problems = formProblems(form);
  const hasProblems = Object.keys(problems).length > 0;
  const whyUnfit = hasProblems ? 'Correct the errors first' : null;
  const whyUnchanged = isDirty ? null : 'No changes to save';
  const chosen = presetOf(form);
  const isLocked = isBusy || whyReadOnly !== null;
  return (
    <Card
      title="Parameters"
      aside={<span className="quiet">{`Version ${current.version}${isDirty ? ', with unsaved changes' : ''}`}</span>}
    >
      <div className={`stack gap-16 ${styles.form}`}>
        <div className={`wrap ${styles.presets}`} role="group" aria-label="Presets">
          {presetNames.map((preset) => (
            <Greyed key={preset} why={whyReadOnly} isBusy={isBusy}>
              <Button aria-pressed={preset === chosen} onPress={() => actor.send({ type: 'preset.chosen', preset })}>
                {preset}
              </Button>
            </Greyed>
          ))}
        </div>
        <div className={styles.sliders}>
          {sliders.map((slider) => (
            <ParameterSlider
              key={slider.name}
              actor={actor}
              slider={slider}
              form={form}
              problem={problems[slider.name]}
              isLocked={isLocked}
            />
          ))}
        </div>
        <TextField
          label="Change reason"
          description="Why the settings change, for the history. Optional."
          width="100%"
          maxLength={longestChangeReason}
          value={reason}
          isDisabled={isLocked}
          onChange={(text) => actor.send({ type: 'reason.set', reason: text })}
        />
        <Awaited config={current} />
        <div className={styles.bar}>
          {preview === null || isOlder ? null : <p role="status">{`Preview: ${previewSentence(preview)}`}</p>}
          {refusal === null ? null : (
            <p className="failure" role="alert">
              {refusal}
            </p>
          )}
          <div className="wrap at-end">
            <Greyed why={whyUnchanged} isBusy={isBusy}>
              <Button onPress={() => actor.send({ type: 'config.reset' })}>Reset</Button>
            </Greyed>
            <Greyed why={whyUnfit} isBusy={isBusy}>
              <Button onPress={() => actor.send({ type: 'preview.ask' })}>Preview Changes</Button>
            </Greyed>
            <Greyed why={whyReadOnly ?? whyUnfit ?? whyUnchanged}>
              <Button rank="primary" isBusy={isBusy} onPress={() => actor.send({ type: 'config.save' })}>
                Save Configuration
              </Button>
            </Greyed>
          </div>
        </div>
      </div>
    </Card>
  );
}

/** Says from which hour a version applies that was just saved; nothing once it applies (DET-12). */
function Awaited({ config }: { config: DetectionConfig }) {
  const times = useTimes();
  const hour = awaitedHour(config, useHostHour());
  return hour === null ? null : <p role="status">{awaitedText(config, times.clock(hour).slice(0, 5))}</p>;
}
