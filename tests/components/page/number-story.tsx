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
  /** Once it is left it is a multiple of its step. */
  isSnapped?: boolean;
};

/** A number, and what is wrong with it while it is outside of its bounds. */
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
