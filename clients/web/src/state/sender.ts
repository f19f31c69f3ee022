// Sends actions until they are answered.
import { Lost, Refusal, type Request } from "../protocol/socket";
import type { ServerMessage } from "../protocol/messages";

export const isElsewhere = (error: unknown): boolean => error instanceof Refusal && error.code === "elsewhere";

export class Sender {
  /** Called after a reconnection with the current decision; null if there is none or the seat is lost. */
  resumed: (decision: number | null) => void = () => {};

  /** `elsewhere`: connects to the server that has the room now. `refused`: tells the player why. */
  constructor(
    private readonly request: (message: Request) => Promise<ServerMessage>,
    private readonly elsewhere: () => void,
    private readonly refused: (refusal: Refusal) => void,
  ) {}

  /** Sends an action for a decision, and says whether it was accepted. If the connection is lost before the reply, the
   *  current decision after the reconnection tells whether the action had arrived: it is sent again only if the decision is
   *  still the same. */
  async send(room: string, action: Record<string, unknown>, decision: number): Promise<boolean> {
    let open: number | null = decision;
    while (open === decision) {
      try {
        await this.request({ type: "act", room, decision, action } as Request);
        return true;
      } catch (error) {
        if (isElsewhere(error)) this.elsewhere();
        else if (error instanceof Refusal) {
          this.refused(error);
          return false;
        } else if (!(error instanceof Lost)) throw error;
      }
      open = await new Promise((resolve) => (this.resumed = resolve));
    }
    return true;
  }
}
