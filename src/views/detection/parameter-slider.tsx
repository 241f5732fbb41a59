import { Slider } from '@adobe/react-spectrum/Slider';
import { Switch } from '@adobe/react-spectrum/Switch';
import { TextField } from '@adobe/react-spectrum/TextField';
import { useId, useState } from 'react';
import type { DetectionConfigRef } from '../../machines/detection-config/detection-config-machine.ts';
import { typedNumber } from '../../model/config/typed-values.ts';
import {
  type DetectionForm,
  isApplicable,
  notApplicableText,
  type Slider as SliderOf,
  valueText,
} from '../../model/detection/detection-form.ts';
import { minus } from '../../model/text/number-text.ts';
import styles from './detection.module.css';

type Props = {
  actor: DetectionConfigRef;
  slider: SliderOf;
  form: DetectionForm;
  problem: string | undefined;
  isLocked: boolean;
};

/**
 * Shows one parameter: its slider, a field for an exact value, and a switch if it can be off. What is typed
 * stays unchanged until the field loses the focus.
 */
export function ParameterSlider({ actor, slider, form, problem, isLocked }: Props) {
  const { name, label, about, unit, min, max, step, enabledAt } = slider;
  const [typed, setTyped] = useState<string | null>(null);
  const id = useId();
  const value = form[name];
  const applies = isApplicable(name, form);
  const isOff = value === null;
  const isDisabled = isLocked || isOff || !applies;
  const set = (next: number | null): void => actor.send({ type: 'parameter.set', name, value: next });
  const shown = isOff || Number.isNaN(value) ? (enabledAt ?? min) : Math.min(max, Math.max(min, value));
  const text = isOff || Number.isNaN(value) ? '' : minus(value);
  return (
    <div className="narrows" data-parameter={name}>
      <div className={styles.heading}>
        <span className="strong">{label}</span>
        {enabledAt === null ? null : (
          <Switch
            isSelected={!isOff}
            isDisabled={isLocked || !applies}
            aria-label={`Enable ${label.toLowerCase()}`}
            onChange={(isOn) => {
              setTyped(null);
              set(isOn ? enabledAt : null);
            }}
          >
            Enable
          </Switch>
        )}
      </div>
      <div className={styles.setting}>
        <Slider
          aria-label={label}
          width="100%"
          minValue={min}
          maxValue={max}
          step={step}
          value={shown}
          getValueLabel={(at) => valueText(Number(at.toFixed(2)), unit)}
          showValueLabel={false}
          isFilled
          isDisabled={isDisabled}
          onChange={(at) => {
            setTyped(null);
            set(Number(at.toFixed(2)));
          }}
        />
        <TextField
          aria-label={unit === '' || unit === '×' ? `${label}, value` : `${label}, value in ${unit}`}
          width="100%"
          inputMode="text"
          value={typed ?? text}
          isDisabled={isDisabled}
          onChange={(next) => {
            setTyped(next);
            set(typedNumber(next) ?? Number.NaN);
          }}
          onBlur={() => {
            if (typed === null) return;
            setTyped(null);
            actor.send({ type: 'parameter.left', name });
          }}
          aria-describedby={id}
          {...(problem === undefined ? {} : { validationState: 'invalid' })}
        />
        <span className={styles.unit} aria-hidden="true">
          {unit}
        </span>
      </div>
      <p id={id} className={problem === undefined ? 'quiet' : 'failure'}>
        {problem ?? (applies ? about : notApplicableText)}
      </p>
    </div>
  );
}
