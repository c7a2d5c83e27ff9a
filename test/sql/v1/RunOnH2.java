// Runs the lines of scripts/check-tsql.mjs on H2 in its mode for SQL Server, and prints the first column of each answer.
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.sql.*;
import java.util.*;
class RunOnH2 {
  public static void main(String[] args) throws Exception {
    StringBuilder out = new StringBuilder();
    try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:t;MODE=MSSQLServer;DATABASE_TO_UPPER=FALSE;TIME ZONE=UTC")) {
      out.append(connection.getMetaData().getDatabaseProductVersion().split(" ")[0]).append("\n");
      for (String line : Files.readAllLines(Path.of(args[0]))) {
        String[] parts = line.split("\t", -1);
        String sql = new String(Base64.getDecoder().decode(parts[1]), StandardCharsets.UTF_8);
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
          for (int at = 2; at < parts.length; at++) {
            char kind = parts[at].charAt(0);
            String rest = parts[at].substring(1);
            if (kind == 'n') statement.setNull(at - 1, Types.VARCHAR);
            else if (kind == 'd' && rest.matches("-?\\d{1,18}")) statement.setLong(at - 1, Long.parseLong(rest));
            else if (kind == 'd') statement.setDouble(at - 1, Double.parseDouble(rest));
            else statement.setString(at - 1, new String(Base64.getDecoder().decode(rest), StandardCharsets.UTF_8));
          }
          if (parts[0].equals("x")) { statement.execute(); continue; }
          StringJoiner ids = new StringJoiner(",");
          try (ResultSet rows = statement.executeQuery()) { while (rows.next()) ids.add(rows.getString(1)); }
          out.append(ids).append("\n");
        } catch (SQLException error) {
          if (parts[0].equals("x")) throw new RuntimeException(sql, error);
          out.append("!").append(error.getMessage().replaceAll("\\s+", " "), 0, Math.min(150, error.getMessage().replaceAll("\\s+", " ").length())).append("\n");
        }
      }
    }
    System.out.print(out);
  }
}
