// Emotes: chat messages of one sign, which the page shows as a face. Other clients show the sign itself.
export const EMOTES: Record<string, string> = {
  "🙂": "smile",
  "😂": "laugh",
  "😮": "wow",
  "😢": "sad",
  "👏": "clap",
  "🙇": "bow",
};

/** The name of the emote that a chat message is; null for a message in words. */
export const emoteOf = (text: string): string | null => EMOTES[text.trim()] ?? null;
