package sagasu.analysis;

/**
 * One rule of the mapping char filter: {@code from=>to}. It is split at the last arrow, blanks around both sides are
 * removed, and then the escapes of both sides are decoded (a backslash before n, t, r, b, f, u and four hex digits, or
 * the character itself).
 */
record MappingRule(String from, String to) {
    private static final String ARROW = "=>";

    static MappingRule parse(String rule) {
        int arrow = rule.lastIndexOf(ARROW);
        if (arrow < 0) {
            throw new IllegalArgumentException("Invalid Mapping Rule : [" + rule + "]");
        }
        String from = rule.substring(0, arrow).trim();
        String to = rule.substring(arrow + ARROW.length()).trim();
        return new MappingRule(unescape(from), unescape(to));
    }

    private static String unescape(String text) {
        StringBuilder out = new StringBuilder(text.length());
        int at = 0;
        while (at < text.length()) {
            char next = text.charAt(at++);
            if (next != '\\') {
                out.append(next);
                continue;
            }
            if (at == text.length()) {
                throw new IllegalArgumentException("Invalid escaped char in [" + text + "]");
            }
            char escaped = text.charAt(at++);
            if (escaped == 'u') {
                if (at + 4 > text.length()) {
                    throw new IllegalArgumentException("Invalid escaped char in [" + text + "]");
                }
                out.append((char) Integer.parseInt(text, at, at + 4, 16));
                at += 4;
            } else {
                out.append(switch (escaped) {
                    case 'n' -> '\n';
                    case 't' -> '\t';
                    case 'r' -> '\r';
                    case 'b' -> '\b';
                    case 'f' -> '\f';
                    default -> escaped;
                });
            }
        }
        return out.toString();
    }
}
