import { useState } from 'react';
import { snapped } from '../../../src/model/config/bins.ts';
import { NumberInput } from '../../../src/views/controls/number-input.tsx';
import { say } from './said.ts';

export type NumberStoryProps = {
  label: string;
  unit?: string;
  start: number | null;
  step: number;
  decimals?: number;
  isWhole?: boolean;
  isDisabled?: boolean;
  placeholder?: string;
  note?: string;
  least: number;
  most: number;
  /** Rounds the number to a multiple of its step when the field loses focus. */
  isSnapped?: boolean;
};

/** A number field with an error while the number is out of bounds. */
export function NumberStory({ start, least, most, isSnapped = false, ...props }: NumberStoryProps) {
  const [value, setValue] = useState(start);
  const fits = value !== null && value >= least && value <= most;
  return (
    <NumberInput
      {...props}
      value={value}
      problem={fits ? undefined : `Between ${least} and ${most}`}
      {...(isSnapped ? { snap: (given: number) => snapped(given, { min: least, max: most }) } : {})}
      onChange={(next, text) => {
        say('change', [next, text]);
        setValue(next);
      }}
    />
  );
}
