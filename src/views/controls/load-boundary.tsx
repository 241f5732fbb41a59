import { Component, type ReactNode } from 'react';
import { FailedNotice, Why } from './failed-notice.tsx';
import { NotLoadedError, Waiting } from './later.tsx';

type Props = {
  waiting: ReactNode;
  onRetry: () => void;
  children: ReactNode;
  /** 1, as for a page, or 2 for a part of one. */
  level?: 1 | 2;
  /** Puts something around the error, where it does not stand in a page's place. */
  around?: (error: ReactNode) => ReactNode;
};

/** Whether its code did not come, or it could not be drawn. */
type State = { failed: 'loading' | 'drawing' | null };

/**
 * A part of the page that is loaded when it is first shown. While it comes, `waiting` stands; when it cannot
 * come, the error and a Retry, which loads the page again: an older browser does not ask twice for a module
 * that failed. Where the host was away and is back, it is tried for once more by itself (ERR-17).
 */
export class LoadBoundary extends Component<Props, State> {
  override state: State = { failed: null };

  static getDerivedStateFromError(error: unknown): State {
    return { failed: error instanceof NotLoadedError ? 'loading' : 'drawing' };
  }

  again = (): void => this.setState({ failed: null });

  override render(): ReactNode {
    const { waiting, onRetry, children, level = 1, around = (shown) => shown } = this.props;
    const { failed } = this.state;
    if (failed === null) return <Waiting value={waiting}>{children}</Waiting>;
    const isMissing = failed === 'loading';
    const error = <FailedNotice level={level} onRetry={onRetry} onReturn={isMissing ? this.again : undefined} />;
    // A defect of the part is not the host's, away or not.
    return around(isMissing ? error : <Why value={null}>{error}</Why>);
  }
}
