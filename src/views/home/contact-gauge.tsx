import { useId } from 'react';
import { gaugeCap } from '../../model/live/gauge.ts';
import { gapText } from '../../model/live/reception.ts';
import styles from './contact-gauge.module.css';

const radius = 80;
const half = `M20 98 A${radius} ${radius} 0 0 1 180 98`;
const arc = Math.PI * radius;

/**
 * Shows contacts per minute as a half circle. `text` is the reading ('1000+' beyond the cap, LIVE-11),
 * `needle` its position from 0 to the cap. If contacts were `missed`, it is hatched like the chart (LIVE-10);
 * `failed` replaces it.
 */
export function ContactGauge(props: { needle: number; text: string; missed?: boolean; failed?: string }) {
  const hatchId = useId();
  const notReceived = gapText({ partial: false });
  const words = props.missed ? `, ${notReceived}` : '';
  const part = Math.min(1, props.needle / gaugeCap);
  if (props.failed !== undefined) {
    return (
      <p className={styles.failed} role="alert">
        {props.failed}
      </p>
    );
  }
  return (
    <figure className={styles.gauge}>
      <svg
        width="200"
        height="116"
        role="img"
        aria-label={`${props.text} contacts per minute, on a scale to ${gaugeCap}${words}`}
      >
        <path d={half} className={styles.track} />
        {props.missed ? (
          <>
            <pattern id={hatchId} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <path d="M3 0V6" className={styles.hatch} />
            </pattern>
            <path d={half} className={styles.track} style={{ stroke: `url(#${hatchId})` }} />
            <text x="100" y="60" className={styles.end}>
              {notReceived}
            </text>
          </>
        ) : null}
        <path d={half} className={styles.value} strokeDasharray={`${part * arc} ${arc}`} />
        <text x="100" y="94" className={styles.number}>
          {props.text}
        </text>
        <text x="20" y="114" className={styles.end}>
          0
        </text>
        <text x="180" y="114" className={styles.end}>
          {gaugeCap}+
        </text>
      </svg>
      <figcaption className={styles.unseen}>contacts / minute</figcaption>
    </figure>
  );
}
