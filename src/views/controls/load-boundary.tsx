import { Component, type ReactNode } from 'react';
import { FailedNotice, Why } from './failed-notice.tsx';
import { NotLoadedError, Waiting } from './later.tsx';

type Props = {
  waiting: ReactNode;
  onRetry: () => void;
  children: ReactNode;
  /** The level of the error's heading: 1 for a page, 2 for a part of one. */
  level?: 1 | 2;
  /** Wraps the error in an element of the caller. */
  around?: (error: ReactNode) => ReactNode;
};

/** Whether the part's code could not be loaded, or the part could not be drawn. */
type State = { failed: 'loading' | 'drawing' | null };

/**
 * A part of the page that is loaded when it is first shown. Shows `waiting` while it loads. If it cannot be
 * loaded, shows the error with a Retry that reloads the page: older browsers do not request a failed module
 * twice. When the host is back, it tries once more by itself (ERR-17).
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
    // A defect of the part is not the host's fault, even if the host is away.
    return around(isMissing ? error : <Why value={null}>{error}</Why>);
  }
}
