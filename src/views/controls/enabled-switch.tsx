import styles from './enabled-switch.module.css';

/**
 * Whether a thing is on. The browser's own checkbox: 500 of Spectrum's switches take 279 ms to draw at first,
 * which is one long task on opening the page, and weigh 1.6 KiB, more than shell and home have left.
 */
export function EnabledSwitch(props: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <label className={styles.switch}>
      <input
        type="checkbox"
        role="switch"
        aria-label={props.label}
        checked={props.isOn}
        onChange={({ currentTarget: { checked } }) => props.onChange(checked)}
      />
    </label>
  );
}
