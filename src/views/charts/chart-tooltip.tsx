import type { Ref } from 'react';
import type { ChartFact } from '../../model/live/contact-text.ts';
import styles from './chart-tooltip.module.css';

/** Lists the facts of one mark by name and value. The chart positions the tooltip. */
export function ChartTooltip({ ref, facts }: { ref: Ref<HTMLDivElement>; facts: readonly ChartFact[] | null }) {
  return (
    <div ref={ref} className={styles.tooltip} data-testid="chart-tooltip" hidden={facts === null}>
      {facts === null ? null : (
        <dl className={styles.facts}>
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
