import { DialogContainer } from '@adobe/react-spectrum/DialogContainer';
import { NumberField } from '@adobe/react-spectrum/NumberField';
import { useState } from 'react';
import * as v from 'valibot';
import { problemsOf } from '../../model/forms/form-problems.ts';
import { type AggregateFilter, aggregateFilterSchema, type WholeFilter } from '../../model/statistics/aggregate-filter.ts';
import { FormDialog } from '../controls/form-dialog.tsx';

type Props = { filter: WholeFilter; onSubmit: (filter: WholeFilter) => void; onClose: () => void };

const labels = {
  codes: 'Group Codes By',
  khz: 'Group Frequencies By (kHz)',
  hours: 'Aggregate Over Past (hours)',
  code: 'Only Code',
  freq: 'Only Frequency (MHz)',
} as const satisfies Record<keyof AggregateFilter, string>;

/** What Home's aggregate puts together (STAT-10). */
export function AggregateDialog({ filter, onSubmit, onClose }: Props) {
  const [values, setValues] = useState<AggregateFilter>(filter);
  const problems = problemsOf(aggregateFilterSchema, values);
  return (
    <DialogContainer onDismiss={onClose}>
      <FormDialog
        title="Filter"
        send="Submit"
        why={Object.values(problems)[0] ?? null}
        onSend={() => onSubmit(v.parse(aggregateFilterSchema, values))}
        onClose={onClose}
      >
        {(Object.keys(labels) as (keyof AggregateFilter)[]).map((field) => (
          <NumberField
            key={field}
            label={labels[field]}
            width="100%"
            hideStepper
            formatOptions={{ useGrouping: false, maximumFractionDigits: field === 'khz' || field === 'freq' ? 3 : 0 }}
            value={values[field] ?? Number.NaN}
            onChange={(value) => setValues((before) => ({ ...before, [field]: Number.isNaN(value) ? null : value }))}
            {...(problems[field] === undefined ? {} : { validationState: 'invalid', errorMessage: problems[field] })}
          />
        ))}
      </FormDialog>
    </DialogContainer>
  );
}
