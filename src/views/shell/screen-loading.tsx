import pageStyles from '../controls/page.module.css';
import styles from './screens.module.css';

/** NAV-26: the page of a screen while its code comes, with its title and a card. */
export function ScreenLoading({ title }: { title: string | undefined }) {
  return (
    <div className={`soon ${pageStyles.page}`} role="status">
      <div>
        <p className={pageStyles.title}>{title}</p>
        <p className={`quiet line-24 ${pageStyles.about}`}>Loading…</p>
      </div>
      <span className={styles.cardSkeleton} />
    </div>
  );
}
