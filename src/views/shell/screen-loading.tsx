import pageStyles from '../controls/page.module.css';
import styles from './screens.module.css';

/** NAV-26: a screen's page with its title and a card, while its code loads. */
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
