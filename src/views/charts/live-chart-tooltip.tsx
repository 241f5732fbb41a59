import type { ContactFact } from '../../model/live/contact-text.ts';
import styles from './live-chart.module.css';

/** What is shown of one contact, as a list of names and values; stands where the chart puts it. */
export function LiveChartTooltip(props: { facts: readonly ContactFact[] }) {
  return (
    <dl className={styles.facts}>
      {props.facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
